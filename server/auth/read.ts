import type * as z from 'zod';
import { Problem } from '../http/problem.ts';

/** The body as parsed by the schema, or its first error. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Problem(400, 'validation_failed', parsed.error.issues[0]!.message);
}

/** Like `read`, with GoTrue's wording for a field of the wrong type. */
export function readTyped<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { code, path, message } = parsed.error.issues[0]!;
  if (code === 'too_big') throw new Problem(400, 'validation_failed', `${path.join('.')} is too long`);
  throw new Problem(400, 'bad_json', `Could not parse request body as JSON: ${message}`);
}
