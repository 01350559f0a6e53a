import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { recordLogQuery } from './record-log-query.ts';

const row = {
  at: '2026-11-16T09:00:00Z',
  actor_role: 'service_role',
  actor_name: 'Sam Vega',
  staff_role: 'coach',
  reason_category: 'cover',
};
const ROWS = [
  { ...row, id: 3, actor_id: 'sam', action: 'insert', kind: 'test_results' },
  { ...row, id: 2, actor_id: 'sam', action: 'read', kind: 'test_results' },
  { ...row, id: 1, actor_id: 'sam', action: 'insert', kind: 'record_openings' },
  { ...row, id: 0, actor_id: 'robin', action: 'read', kind: 'test_results' },
];
let asked: URL[];

beforeEach(async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://portal.example');
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'public-key');
  await loadConfig();
  asked = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(new URL(url));
    return Response.json(ROWS);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const read = async (side: 'own' | 'others' = 'others') =>
  (await new QueryClient().fetchInfiniteQuery(recordLogQuery('robin', side))).pages.flat();

test('people refused by the workspace are not requested: no one opened anything', async () => {
  await read();
  expect(asked.map(({ searchParams }) => searchParams.getAll('kind'))).toEqual([['not.like.refused*']]);
});

test('reading, and giving a reason for it, is an opening; a change is not, nor the patient’s acts', async () => {
  expect((await read()).map(({ id, isOpening }) => [id, isOpening])).toEqual([
    [3, false],
    [2, true],
    [1, true],
    [0, false],
  ]);
});

test('the patient’s acts are requested apart from what others did', async () => {
  await read('own');
  await read('others');
  expect(asked.map(({ searchParams }) => [searchParams.get('actor_id'), searchParams.get('or')])).toEqual([
    ['eq.robin', null],
    [null, '(actor_id.is.null,actor_id.neq.robin)'],
  ]);
});
