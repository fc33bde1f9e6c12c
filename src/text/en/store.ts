/** English: what is said by the store part. */
export const store = {
  'store.not_json': 'it is no JSON: %{reason}',
  'store.no_object': 'it holds no JSON object',
  'store.wrong_shape': 'it is no session: %{path}: %{reason}',
  'store.other_name': 'the session in it calls itself %{session_id}',
  'store.foreign_branch':
    'the task branch in it, %{branch}, is none that a session makes from its base %{base} (llm_task_<session>_from_<base>)',
  'store.bad_name': 'its name is no session id',
  'store.no_file': 'it is no regular file, or larger than any session',
  'store.unreadable': 'it could not be read (%{code})',
  'store.tracked': 'git tracks it, so it came with the repository and is not of this working copy',

  'store.set_aside':
    'The checkpoint %{path} cannot be used: %{problem}. It was kept as %{kept}. Nothing was lost with it that another file holds; look into it, or delete it.',
  'store.left_in_place':
    'The checkpoint %{path} cannot be used: %{problem}. It could not be renamed either (%{code}) and stays where it is. Move it away, or make the folder writable.',
  'store.newer':
    'The checkpoint %{path} was written by a newer version, and this one cannot read it: %{problem}. It stays where it is. Update code-intel to resume that session.',
  'store.not_now':
    'The checkpoint %{path} could not be read just now (%{code}). It stays where it is; try again.',
  'store.tracked_unknown':
    'Whether git tracks the checkpoint %{path} could not be found out (%{reason}), so it is not used. It stays where it is; try again once git works.',
  'store.outside':
    '%{path} is a link that leads out of the project: nothing is read from or written to it. Remove the link, and sessions can be saved again.',

  'store.save_failed':
    'The session could not be saved: %{path} (%{code}). Nothing else was changed. Find out what stands in the way of writing there, then make the same call again.',
  'store.save_failed_full':
    'The session could not be saved: no space left for %{path} (%{code}). Nothing else was changed. Free some disk space, then make the same call again.',
  'store.save_failed_permission':
    'The session could not be saved: %{path} cannot be written (%{code}). Nothing else was changed. Make the folder .code-intel writable (or the file system, where it is read-only), then make the same call again.',
  'store.save_failed_not_folder':
    'The session could not be saved: %{path} is no folder, or lies below something that is none (%{code}). Nothing else was changed. Move away the file of that name, so that .code-intel/sessions can be a folder, then make the same call again.',
  'store.save_failed_link':
    'The session could not be saved: %{path} is a link that leads nowhere or out of the project (%{code}). Nothing else was changed. Remove the link, then make the same call again.',
  'store.remove_failed':
    'The checkpoint %{path} could not be removed (%{code}). Make the folder .code-intel/sessions writable, or remove the file by hand; until then the session is offered again.',
  'store.no_session_id':
    '"%{session_id}" is no session id. One has 8 to 40 characters out of a-z, 0-9 and "-". get_session_status without session_id finds the newest session and names the others.',
} as const;
