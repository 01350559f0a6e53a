import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Recorded } from './record.ts';

/**
 * As little as a Node server can do: the same statements that our server runs for a request, under the same
 * policies, without identifying the caller. `/2/5` is the third request, for the sixth visitor.
 */
const { DATABASE_URL = '', STATEMENTS = '[]', VISITORS = '' } = process.env;
const visitors = VISITORS.split(' ');
// They were recorded for the first visitor.
const requests = visitors.map((id) => JSON.parse(STATEMENTS.replaceAll(visitors[0]!, id)) as Recorded[][]);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, pipeline: true });

async function run({ role, claims, readOnly, statement }: Recorded): Promise<string> {
  const client = await pool.connect();
  try {
    const [, , result] = await Promise.all([
      client.query(readOnly ? 'begin read only' : 'begin'),
      client.query({
        name: 'enter',
        text: `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
        values: [claims, role],
      }),
      client.query<{ body?: string }>(statement),
      client.query('commit'),
    ]);
    return result.rows[0]?.body ?? JSON.stringify(result.rows);
  } finally {
    client.release();
  }
}

async function answer(statements: Recorded[]): Promise<string> {
  let body = '';
  for (const recorded of statements) body = await run(recorded);
  return body;
}

const server = createServer((request, response) => {
  const [, at, visitor] = request.url!.split('/').map(Number);
  answer(requests[visitor!]![at!]!).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    () => {
      response.writeHead(500);
      response.end();
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
