import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findStep } from '@domain/journey/definition.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { sendEntry } from '@/lib/entries/send-entry.ts';
import { fetchTreatmentCycle } from '@/lib/entries/treatment-cycle.ts';
import { appointmentsQuery } from './features/appointments/queries.ts';
import { accessQuery } from './features/customer/access-query.ts';
import { customerQuery } from './features/customer/queries.ts';
import { completedPhasesQuery } from './features/journey/queries.ts';
import { completePhase } from './features/journey/marking/use-complete-phase.ts';
import { collectionsQuery } from './features/learn/queries.ts';
import { medicalNotesQuery } from './features/medical-notes/queries.ts';
import { answersQuery } from './features/questionnaire/queries.ts';
import { resultsQuery } from './features/results/queries.ts';
import { appointmentTypeQuery, fetchSlots, slotsQuery } from './features/scheduling/queries.ts';

type Sent = { call: string; query: URLSearchParams; headers: Headers; body: unknown };
let sent: Sent[];
let answer: (sent: Sent) => Response;

beforeEach(async () => {
  queryClient.clear();
  localStorage.clear();
  sent = [];
  answer = ({ call }) => Response.json(call.startsWith('GET /rest') ? [] : {});
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    const url = new URL(input);
    const request = {
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: init.body === undefined ? undefined : (JSON.parse(init.body as string) as unknown),
    };
    sent.push(request);
    return answer(request);
  });
  await loadConfig();
  const session = {
    access_token: 'patient-token',
    expires_at: Date.now() / 1000 + 600,
    user: { id: 'robin' },
  };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  setUser({ id: 'robin', email: 'robin@example.com' });
});

afterEach(() => {
  setUser(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The requests, whatever their answers were. */
const asked = async (ask: () => unknown): Promise<Sent> => {
  await Promise.resolve(ask()).catch(() => undefined);
  return sent[0]!;
};
const read = (options: { queryFn?: unknown }) => asked(options.queryFn as () => Promise<unknown>);

const record = { user_id: 'eq.robin' };
test.each([
  ['onboarding_info', () => read(answersQuery('robin')), { ...record, limit: '1' }],
  ['customers', () => read(customerQuery('robin')), record],
  ['customers', () => read(accessQuery('robin')), record],
  ['test_results', () => read(resultsQuery('robin')), { ...record, order: 'taken_at.desc' }],
  ['completed_phases', () => read(completedPhasesQuery('robin')), record],
  [
    'completed_phases',
    () => asked(() => fetchTreatmentCycle('robin')),
    { ...record, select: 'cycle_number', stage_number: 'eq.3', order: 'cycle_number.desc', limit: '1' },
  ],
])('%s is read as the patient, and only the patient’s own rows', async (table, ask, filter) => {
  const { call, query, headers } = await ask();
  expect(call).toBe(`GET /rest/v1/${table}`);
  expect(Object.fromEntries(query)).toMatchObject(filter);
  expect(headers.get('authorization')).toBe('Bearer patient-token');
});

test.each([
  ['for the gate', accessQuery, ['privacy_policy_accepted', 'data_usage_consent', 'onboarding_completed']],
  [
    'for the pages',
    customerQuery,
    ['customer_first_name', 'customer_last_name', 'customer_email', 'tracking_url', 'status'],
  ],
])('the patient’s record is a single row: %s', async (_, queryOf, columns) => {
  const { query, headers } = await read(queryOf('robin'));
  expect(query.get('select')!.split(',')).toEqual(expect.arrayContaining(columns));
  expect(headers.get('accept')).toBe('application/vnd.pgrst.object+json');
});

test('the progress is read with phase, stage, cycle and time', async () => {
  const { query } = await read(completedPhasesQuery('robin'));
  expect(query.get('select')).toBe('phase_id,stage_number,cycle_number,completed_at');
});

test('a completed phase is an upsert by patient, phase and cycle', async () => {
  await completePhase('robin', findStep('testing', 2)!);
  const { call, query, headers, body } = sent[0]!;
  expect(call).toBe('POST /rest/v1/completed_phases');
  expect(query.get('on_conflict')).toBe('user_id,phase_id,cycle_number');
  expect(headers.get('prefer')).toContain('resolution=merge-duplicates');
  expect(body).toEqual({ user_id: 'robin', phase_id: 'testing', stage_number: 3, cycle_number: 2 });
});

test.each([
  ['fetch-scheduled-appointments', () => read(appointmentsQuery('robin')), {}],
  ['fetch-medical-notes', () => read(medicalNotesQuery('robin')), {}],
  [
    'fetch-appointment-type',
    () => read(appointmentTypeQuery('initial-consultation')),
    { appointmentType: 'initial-consultation' },
  ],
  [
    'fetch-appointment-slots',
    () =>
      asked(() =>
        fetchSlots({ slug: 'initial-consultation' }, Date.UTC(2026, 10, 18, 10), Date.UTC(2026, 10, 19)),
      ),
    {
      appointmentType: 'initial-consultation',
      searchFrom: '2026-11-18T10:00:00.000Z',
      searchUntil: '2026-11-19T00:00:00.000Z',
    },
  ],
])('%s is requested by GET, as the patient', async (name, ask, query) => {
  const request = await ask();
  expect(request.call).toBe(`GET /functions/v1/${name}`);
  expect(Object.fromEntries(request.query)).toEqual(query);
  expect(request.body).toBeUndefined();
  expect(request.headers.get('authorization')).toBe('Bearer patient-token');
});

test('articles are requested by GET with the public key', async () => {
  const { call, headers } = await read(collectionsQuery);
  expect(call).toBe('GET /functions/v1/get-blog-posts');
  expect(headers.get('authorization')).toBe('Bearer anon-key');
});

test('slots and call types are requested only with a type, and never again by themselves', () => {
  for (const options of [appointmentTypeQuery(''), slotsQuery({ slug: '' }, '2026-11-18')])
    expect(options.enabled).toBe(false);
  for (const options of [appointmentTypeQuery('x'), slotsQuery({ slug: 'x' }, '2026-11-18')])
    expect(options).toMatchObject({ enabled: true, retry: false });
});

test('each list has its own cache key', () => {
  expect(appointmentsQuery('robin').queryKey[0]).toBe('appointments');
  expect(medicalNotesQuery('robin').queryKey[0]).toBe('medical-notes');
  expect(appointmentTypeQuery('x').queryKey[0]).toBe('appointment-type');
  expect(slotsQuery({ slug: 'x' }, '2026-11-18').queryKey[0]).toBe('appointment-slots');
});

const sender = { userId: 'robin', id: '0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0001' };
const DATE = '2026-11-18T09:00:00.000Z';
const applicator = {
  inseminationDate: DATE,
  medication: 'Yes',
  medicationComment: 'Letrozole',
  collectionToInsertion: '30 minutes',
  capWear: '4 to 5 hours',
  feedback: 'Found it difficult',
  feedbackComment: 'Stiff',
} as const;

test.each([
  [
    'submit-before-treatment-survey',
    { kind: 'before-treatment', response: 'neutral' },
    { response: 'neutral' },
  ],
  ['submit-ovulation-test-result', { kind: 'ovulation', result: 'Invalid' }, { result: 'Invalid' }],
  [
    'submit-pregnancy-test-result',
    { kind: 'pregnancy', result: 'negative', date: DATE },
    { result: 'negative', cycle: 1, date: DATE },
  ],
  [
    'submit-applicator-use-survey',
    { kind: 'applicator-use', answers: applicator },
    {
      responses: [DATE, '1', 'Yes', 'Letrozole', '30 minutes', '4 to 5 hours', 'Found it difficult', 'Stiff'],
    },
  ],
] as const)('%s is sent by POST with what the patient answered', async (name, entry, body) => {
  await sendEntry(entry, sender);
  const request = sent.find(({ call }) => call.startsWith('POST'))!;
  expect(request.call).toBe(`POST /functions/v1/${name}`);
  expect(request.headers.get('content-type')).toBe('application/json');
  expect(request.body).toEqual(body);
});

test('after a positive result the portal completes the phases up to its cycle and sets the status', async () => {
  answer = ({ call }) => Response.json(call.startsWith('GET') ? [] : { cycle: 2 });
  await sendEntry({ kind: 'pregnancy', result: 'positive', date: DATE }, sender);
  const written = () => sent.filter(({ call }) => !call.startsWith('GET'));
  await vi.waitFor(() => expect(written()).toHaveLength(3));
  const writes = written();
  expect(writes.map(({ call, body }) => [call, body])).toEqual([
    ['POST /functions/v1/submit-pregnancy-test-result', { result: 'positive', cycle: 1, date: DATE }],
    ['POST /rest/v1/rpc/complete_phases_until_cycle', { p_user_id: 'robin', p_cycle_number: 2 }],
    ['PATCH /rest/v1/customers', { status: 'Pregnant' }],
  ]);
  expect(writes[2]!.query.get('user_id')).toBe('eq.robin');
});

test('a stored positive is not a failure if a call after it fails: that is retried quietly', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let failures = 2;
  answer = ({ call }) => {
    if (call.startsWith('GET')) return Response.json([]);
    const isAfter = call.includes('complete_phases_until_cycle');
    return isAfter && failures-- > 0
      ? Response.json({ message: 'away' }, { status: 500 })
      : Response.json({ cycle: 1 });
  };
  await expect(sendEntry({ kind: 'pregnancy', result: 'positive', date: DATE }, sender)).resolves.toEqual({
    cycle: 1,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  const calls = sent.map(({ call }) => call);
  expect(calls.filter((call) => call.includes('complete_phases_until_cycle'))).toHaveLength(3);
  expect(calls.at(-1)).toBe('PATCH /rest/v1/customers');
});

test('a status that cannot be set is only logged', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  answer = ({ call }) => {
    if (call.startsWith('GET')) return Response.json([]);
    return call.startsWith('PATCH')
      ? Response.json({ message: 'away' }, { status: 500 })
      : Response.json({ cycle: 1 });
  };
  await expect(sendEntry({ kind: 'pregnancy', result: 'positive', date: DATE }, sender)).resolves.toEqual({
    cycle: 1,
  });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(log.mock.calls).toEqual([[expect.stringContaining('The status could not be set')]]);
});

test('an applicator survey uses the cycle that Home shows, and a pregnancy test the plan’s', async () => {
  const done = ['ovulation', 'abstinence', 'applicators', 'testing'].map((phase_id) => ({
    phase_id,
    cycle_number: 1,
  }));
  answer = ({ call }) =>
    Response.json(
      call.endsWith('/completed_phases') ? done : call.endsWith('/customers') ? [{ status: 'Active' }] : {},
    );
  await sendEntry({ kind: 'applicator-use', answers: applicator }, sender);
  await sendEntry({ kind: 'pregnancy', result: 'negative', date: DATE }, sender);
  const [survey, result] = sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  expect(survey).toMatchObject({
    responses: [DATE, '2', ...Array.from({ length: 6 }, () => expect.any(String))],
  });
  expect(result).toMatchObject({ cycle: 1 });
});
