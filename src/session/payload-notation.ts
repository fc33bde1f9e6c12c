import { z } from 'zod';
import { isOptional } from './payload-types.ts';

/**
 * Spells a payload schema the way the model is asked for it (session-flow.md, One exit):
 * `{ explored_files: "list[str]", "failed_tasks?": "list[str]" }`. The same schema validates the payload.
 */
export function payloadNotation(schema: z.ZodObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => [
      isOptional(field) ? `${key}?` : key,
      notation(field),
    ]),
  );
}

/** One type in the notation. `any` where nothing is asked of the value. */
export function notation(schema: z.core.$ZodType): string {
  const type = underneath(schema);
  if (type instanceof z.ZodEnum) return type.options.map((word) => JSON.stringify(word)).join(' | ');
  if (type instanceof z.ZodLiteral) return [...type.values].map((word) => JSON.stringify(word)).join(' | ');
  if (type instanceof z.ZodUnion) return type.options.map((option) => notation(option)).join(' | ');
  if (type instanceof z.ZodArray) return listNotation(type.element);
  if (type instanceof z.ZodRecord) return '{...}';
  if (type instanceof z.ZodObject) return objectNotation(type);
  if (type instanceof z.ZodString) return 'str';
  if (type instanceof z.ZodBoolean) return 'bool';
  if (type instanceof z.ZodNumber) return type.format === 'safeint' ? 'int' : 'float';
  return 'any';
}

function listNotation(element: z.core.$ZodType): string {
  const type = underneath(element);
  return type instanceof z.ZodUnion || type instanceof z.ZodUnknown ? 'list' : `list[${notation(type)}]`;
}

function objectNotation({ shape }: z.ZodObject): string {
  const keys = Object.entries(shape).map(([key, field]) => (isOptional(field) ? `${key}?` : key));
  return keys.length === 0 ? '{...}' : `{${keys.join(', ')}}`;
}

/** The type itself, without what makes it optional and without the leniency in front of it. */
export function underneath(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return underneath(schema.def.innerType);
  if (schema instanceof z.ZodPipe)
    return underneath(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  return schema;
}
