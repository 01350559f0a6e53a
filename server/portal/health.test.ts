import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { withTestServer } from '../testing/test-server.ts';
import { healthRoutes } from './health.ts';

test('the server reports that it is ready', async () => {
  const server = await withTestServer();
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('however many ask, one query is in progress, and the database’s answer is reported right away', async () => {
  const answers: PromiseWithResolvers<never>[] = [];
  const query = () => {
    const answer = Promise.withResolvers<never>();
    answers.push(answer);
    return answer.promise;
  };
  const routes = healthRoutes({ database: { query } as unknown as Database });
  const askMany = () => Array.from({ length: 300 }, async () => (await routes.request('/health')).status);

  const first = [...askMany(), ...askMany()];
  answers[0]!.resolve({} as never);
  expect(new Set(await Promise.all(first))).toEqual(new Set([200]));
  expect(answers).toHaveLength(1);

  const later = askMany();
  answers[1]!.reject(new Error('gone'));
  expect(new Set(await Promise.all(later))).toEqual(new Set([503]));
  expect(answers).toHaveLength(2);
});
