import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@/lib/backend/app-error.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { questionKey } from '@/lib/backend/first-visit-answers.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { storageKey } from '@/lib/backend/stored-session.ts';
import { accessQuery } from '@/patient/features/customer/access-query.ts';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { homeQuestions, type Question } from './home-questions.ts';

const SERVER = 'https://clinic.example';
const USER = '2f1c8a52-0f6e-4a51-9d67-3c1de2a4b001';
const authorization = 'Bearer a-token';

beforeEach(async () => {
  vi.stubEnv('VITE_SUPABASE_URL', SERVER);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'anon-key');
  await loadConfig();
  const expires_at = Date.now() / 1000 + 3600;
  localStorage.setItem(
    storageKey(),
    JSON.stringify({ access_token: 'a-token', expires_at, user: { id: USER, email: 'robin@example.com' } }),
  );
});

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a first visit requests exactly what Home requests, so nothing is requested twice', async () => {
  const asked: { url: string; headers: Headers }[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    asked.push({ url, headers });
    return new Response('[]', { status: 400 });
  });
  const once = { retry: false } as const;
  const portal = {
    record: [
      () => queryClient.fetchQuery({ ...accessQuery(USER), ...once }),
      () => queryClient.fetchQuery({ ...customerQuery(USER), ...once }),
    ],
    completedPhases: [() => queryClient.fetchQuery({ ...completedPhasesQuery(USER), ...once })],
    results: [() => queryClient.fetchQuery({ ...resultsQuery(USER), ...once })],
    outcomes: [() => queryClient.fetchQuery({ ...outcomeEventsQuery(USER), ...once })],
    appointments: [() => queryClient.fetchQuery({ ...appointmentsQuery(USER), ...once })],
    cycle: [() => queryClient.fetchQuery({ ...cycleQuery(USER), ...once })],
    plan: [() => queryClient.fetchQuery({ ...planQuery(USER), ...once })],
  };
  for (const [name, question] of Object.entries(homeQuestions(USER))) {
    const askers = portal[name as keyof typeof portal];
    expect(askers).toHaveLength(question.isAskedTwice ? 2 : 1);
    for (const ask of askers) {
      await expect(ask()).rejects.toThrow(AppError);
      expect(asked.map(({ url, headers }) => questionKey(url, headers))).toEqual([keyOf(question)]);
      expect(Object.fromEntries(asked.pop()!.headers)).toMatchObject(question.headers ?? {});
    }
  }
});

const keyOf = ({ path, headers }: Question) =>
  questionKey(SERVER + path, new Headers({ ...headers, authorization }));
