import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  // More is read from an identified client.
  ({ token } = await newPatient(server));
});
afterAll(() => server.stop());

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const NOT_JSON = 'The request body is not valid JSON.';

const ENDPOINTS: [path: string, refusal: object][] = [
  ['/auth/v1/otp', { code: 400, error_code: 'bad_json', msg: NOT_JSON }],
  ['/auth/v1/verify', { code: 400, error_code: 'bad_json', msg: NOT_JSON }],
  ['/auth/v1/token?grant_type=refresh_token', { code: 400, error_code: 'bad_json', msg: NOT_JSON }],
  ['/functions/v1/validate-email', { code: 'bad_json', message: NOT_JSON }],
  ['/rest/v1/rpc/enter_call', { code: 'PGRST102', message: 'Empty or invalid json' }],
  ['/rest/v1/test_results', { code: 'PGRST102', message: 'Empty or invalid json' }],
  ['/storage/v1/object/list/guides', { statusCode: '400', code: 'bad_json', message: NOT_JSON }],
];

const post = async (path: string, body: string) => {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      apikey: server.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body,
  });
  return [answer.status, await answer.json()];
};

test.each(ENDPOINTS)('JSON that nests too deeply is not parsed at %s', async (path, refusal) => {
  for (const body of [deep(101), deep(130_000), `{"\\"[":${deep(100)}}`])
    expect(await post(path, body)).toMatchObject([400, refusal]);
});

test.each(ENDPOINTS)('JSON that only looks deep is parsed at %s', async (path, refusal) => {
  for (const body of [deep(100), JSON.stringify({ text: '"['.repeat(200) })])
    expect((await post(path, body))[1]).not.toMatchObject(refusal);
});
