import type { Handler } from 'hono';
import * as z from 'zod';
import { jsonBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { read } from './read.ts';
import { rotate } from './rotation.ts';
import { sessionAnswer } from './session-answer.ts';

// Ours have 64 characters. A slightly longer one gets the answer of any unknown token.
const MAX_TOKEN = 16_000;

export const RefreshBody = z.object({
  refresh_token: z
    .string('refresh_token required')
    .min(1, 'refresh_token required')
    .max(MAX_TOKEN, 'refresh_token required'),
});

/** POST token?grant_type=refresh_token, the only grant. */
export function refresh(services: Services): Handler {
  const ended = createEndedSessions();
  return async (context) => {
    if (context.req.query('grant_type') !== 'refresh_token') {
      throw new Problem(400, 'unsupported_grant_type', 'unsupported_grant_type');
    }
    const { refresh_token: refreshToken } = read(RefreshBody, await jsonBody(context));
    const session = await rotate(services, ended, refreshToken);
    return context.json(await sessionAnswer(services, session));
  };
}
