import type * as z from 'zod';
import { Problem } from '../http/problem.ts';

/** The body as the schema has it, or the first thing that is wrong with it. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Problem(400, 'validation_failed', parsed.error.issues[0]!.message);
}
