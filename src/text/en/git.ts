/** English: what is said by the git part. */
export const git = {
  'git.no_repository':
    '%{root} is not in a git repository. Run `git init` and make a first commit, then try again.',
  'git.unusable': 'git will not work in this folder. Its own words: %{output}',
  'git.command_failed':
    '`git %{command}` failed; nothing more was done. Its own words: %{output} — mend what it names, then send the same again.',
  'git.too_slow':
    '`git %{command}` took too long and was ended, with everything it had started. What it said until then: %{output}',
  'git.own_file_failed':
    'The system did not allow a file in the git folder: %{path} (%{code}). Free space or give the rights, then send the same again.',
  'git.unsettled':
    'Something failed on the way, and whether it was done cannot be told yet: %{first} Once that is mended, call get_session_status: what was done is completed, the rest is dropped, nothing is done twice.',
  'git.locked':
    'Another git process holds %{file} (for %{seconds} s). Nothing was done. Wait until it is finished and send the same again; if no git is running any more, delete that file first.',
  'git.bad_branch_name': '%{name} cannot be the name of a branch. Nothing was done.',
  'git.bad_object_id': '%{id} is not the id of a git object. Nothing was done.',
  'git.bad_session_id': '%{id} is not the id of a session. Nothing was done.',
  'git.operation_under_way':
    'A %{operation} is under way in this working tree. Nothing was done. Finish it, or end it with `git %{operation} --abort`, then send the same again.',
  'git.head_elsewhere':
    'HEAD should be at %{expected} and is at %{actual}. Nothing was done. Go back with `git switch`, then send the same again.',
  'git.unmerged_files':
    'These files have conflicts that are not resolved: %{files}. Nothing was done. Resolve them and `git add` them, then send the same again.',
  'git.branch_in_the_way':
    'The branch %{branch} cannot be made: git keeps branches like files and folders, and the branch %{clash} stands in the way. Nothing was done. Rename it (`git branch -m`), then send the same again.',
  'git.branch_not_made': 'git did not make the branch %{branch}. Its own words: %{output}',
  'git.not_a_task_branch':
    '%{branch} is not the task branch of a session with this base (llm_task_<session>_from_<base>). Nothing was done to it. Where it stands in a checkpoint, that was changed by hand.',
  'git.branch_elsewhere':
    'The branch %{branch} is checked out in another worktree (%{worktree}). Nothing was done to it: use it there, or remove that worktree.',
  'git.base_missing':
    'The base branch %{base} does not exist (any more). Nothing was done. Bring it back, or choose another way. The branches there are: %{branches}',
  'git.base_elsewhere':
    'The base branch %{base} is checked out in another worktree (%{worktree}), so it cannot be checked out here. Nothing was done. Switch that worktree to another branch, then send the same again.',
  'git.cannot_leave':
    'git does not switch from %{branch} to %{base} because of local changes: %{files}. Nothing was done. Commit or stash them, then send the same again. Its own words: %{output}',
  'git.not_a_file':
    'Not a file of this project that can be committed or discarded: %{path}. Nothing was done. Name files one by one; `.`, `*` and folders are not taken.',
  'git.discard_not_kept':
    '%{path} cannot be discarded: only its size was recorded at the start, not its content. Nothing was done. Keep it, leave it, or undo it by hand.',
  'git.discard_in_the_way':
    '%{path} cannot be put back, because %{other} stands where it belongs. Nothing was done. Discard %{other} as well, or keep both.',
  'git.commit_added':
    'A commit hook put more into the commit than was reviewed: %{files}. Tell the user; where a file is not meant to be there (it may be their own), this takes it out again and leaves it on the disk: %{undo} — it stays in the history of the branch, so a secret has to be replaced.',
  'git.commit_failed':
    'git did not make the commit; index, files and HEAD are as they were. Where the code has to change, call revert_to_exploration (with --fast there is no such way back: ask the user how to go on). Its own words: %{output}',
  'git.commit_hook_moved':
    'The commit was not made, and a hook left HEAD at %{actual} instead of %{expected}. Go back with `git switch %{expected}`, mend the hook, then send the same again. Its own words: %{output}',
  'git.merge_conflict':
    'The merge into %{base} has conflicts; it was undone, everything is as before. Files: %{files}. Run `git merge %{base}` on the task branch, resolve them, commit, then submit {}.',
  'git.merge_conflict_staged':
    'The merge into %{base} has conflicts; it was undone, everything is as before. Files: %{files}. git does not begin a merge while something is staged, and these are: %{staged}. First the user commits them, or unstages them (the files stay; what was staged and differs from the file does not): %{unstage} — then run `git merge %{base}` on the task branch, resolve the conflicts, commit, and submit {}.',
  'git.merge_local_changes':
    'Local changes are in the way of the merge into %{base}; everything is as before. Files: %{files}. The user commits or stashes them; then submit {} again.',
  'git.merge_open':
    'A merge of %{branch} into %{base} is not over yet: another server (process %{pid}) is at work on it here. Nothing was done. Wait until it has answered, then send the same again.',
  'git.merge_hook':
    'A hook said no to the merge; everything is as before. Where the code has to change, call revert_to_exploration (with --fast there is no such way back: ask the user how to go on). Its words: %{output}',
  'git.merge_failed': 'git could not merge into %{base}; everything is as before. Its own words: %{output}',
} as const;
