import { expect, test } from 'vitest';
import { refusesToken } from './token-refusal.ts';

// The services' responses: our own, PostgREST's, GoTrue's and Storage's.

const REFUSALS = [
  ['ours', 401, { code: 'no_authorization', message: 'x' }],
  ['PostgREST', 401, { code: 'PT401', message: 'x', details: null, hint: null }],
  ['GoTrue, of a token that is none', 403, { code: 403, error_code: 'bad_jwt', msg: 'x' }],
  ['GoTrue, of a session that is over', 403, { code: 403, error_code: 'session_not_found', msg: 'x' }],
  ['GoTrue, to a client that names the newer version', 403, { code: 'session_not_found', message: 'x' }],
  ['Storage', 400, { statusCode: '403', error: 'Unauthorized', message: 'x' }],
] as const;

test.each(REFUSALS)('a refusal of the token: %s', async (_, status, body) => {
  expect(await refusesToken(Response.json(body, { status }))).toBe(true);
});

const OTHERS = [
  ['a missing file', 400, { statusCode: '404', error: 'not_found', message: 'x' }],
  ['an invalid question', 400, { code: 'PGRST100', message: 'x' }],
  ['a call that is not for patients', 403, { code: 403, error_code: 'not_admin', msg: 'x' }],
  ['a row that is not there', 406, { code: 'PGRST116', message: 'x' }],
  ['a busy service', 429, { code: 429, error_code: 'over_request_rate_limit', msg: 'x' }],
  ['a broken one', 500, { code: 500, error_code: 'unexpected_failure', msg: 'x' }],
] as const;

test.each(OTHERS)('not about the token, and still to be read: %s', async (_, status, body) => {
  const answer = Response.json(body, { status });
  expect(await refusesToken(answer)).toBe(false);
  expect(await answer.json()).toEqual(body);
});

test('a gateway’s page says nothing about the token', async () => {
  expect(await refusesToken(new Response('<html>', { status: 403 }))).toBe(false);
});
