import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';

test('the server says that it is ready', async () => {
  const server = await withTestServer();
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
});
