import type { Context } from 'hono';
import type * as z from 'zod';
import { jsonBody } from '../../http/body.ts';
import { invalidRequest } from '../refusals.ts';

/** The JSON body, validated; the error names the first invalid field. */
export async function jsonRequest<T extends z.ZodType>(context: Context, shape: T): Promise<z.infer<T>> {
  const parsed = shape.safeParse(await jsonBody(context));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw invalidRequest(`body/${path.join('/')} ${message}`);
}
