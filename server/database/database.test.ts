import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';

test('PostgreSQL compiles no statement of ours before it runs it', async () => {
  const { database } = await withTestServer();
  const { rows } = await database.query('show jit');
  expect(rows).toEqual([{ jit: 'off' }]);
});
