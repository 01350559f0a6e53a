import { expect, test } from 'vitest';
import type { RecordFacts } from '../contracts/team/record-facts.ts';
import { instantFromIso } from '../time/instant.ts';
import { careOf } from './care.ts';
import { FACTS, ID } from './testing.ts';

const NOW = instantFromIso('2026-04-01T12:00:00Z');
type Role = 'coach' | 'clinician';
const read = (facts: Partial<RecordFacts>, role: Role) =>
  careOf({ ...FACTS, results: [], ...facts }, { role, now: NOW, zone: 'America/New_York' });

const event = (kind: RecordFacts['outcomes'][number]['kind'], more: object = {}) => ({
  id: ID(1),
  kind,
  day: '2026-03-20',
  cycle: 1,
  until: null,
  reason: null,
  resolvedTo: null,
  receivedAt: '2026-03-20T12:00:00Z',
  who: null,
  takenBack: null,
  ...more,
});
const pregnancyTest = (result: string, day: string) => ({
  id: ID(2),
  type: 'PREGNANCY' as const,
  result,
  cycle: 1,
  takenAt: `${day}T12:00:00Z`,
  takenOn: day,
  receivedAt: `${day}T12:00:00Z`,
  loggedBy: null,
});
const PAUSED = { outcomes: [event('pause', { until: '2026-04-01' })] };
const AFTER_LOSS = { outcomes: [event('loss')] };
const UNSURE = {
  results: [pregnancyTest('positive', '2026-03-10'), pregnancyTest('negative', '2026-03-12')],
};

test.each<[string, Partial<RecordFacts>, string, Record<Role, string[]>]>([
  ['nothing happened', {}, 'treatment', both('pause', 'loss', 'stop')],
  ['a pause', PAUSED, 'paused', both('pause', 'resume', 'loss', 'stop')],
  ['a positive', { results: [pregnancyTest('positive', '2026-03-10')] }, 'pregnant', both('loss', 'stop')],
  [
    'doubt after a positive',
    UNSURE,
    'unsure',
    { coach: ['loss', 'stop'], clinician: ['loss', 'stop', 'resolve'] },
  ],
  [
    'a loss that the patient reported, until a clinician has confirmed it',
    AFTER_LOSS,
    'after-loss',
    { coach: ['stop'], clinician: ['resume', 'loss', 'stop', 'resolve'] },
  ],
  [
    'a loss that a clinician recorded',
    { outcomes: [event('loss', { who: { name: 'Dr. Lind', role: 'clinician' } })] },
    'after-loss',
    { coach: ['stop'], clinician: ['resume', 'stop'] },
  ],
  ['nothing, without an applicator in ten months', { surveys: [] }, 'treatment', both('pause', 'stop')],
  ['a stop', { outcomes: [event('stop')] }, 'stopped', both('resume', 'loss')],
  [
    'a loss that was taken back',
    { outcomes: [event('loss', { takenBack: { at: '2026-03-21T12:00:00Z', who: null } })] },
    'treatment',
    both('pause', 'loss', 'stop'),
  ],
])('after %s a coach and a clinician are offered what each may decide', (_, facts, state, acts) => {
  for (const role of ['coach', 'clinician'] as const) {
    const { careState, care } = read(facts, role);
    expect([careState, care.acts]).toEqual([state, acts[role]]);
  }
});

function both(...acts: string[]) {
  return { coach: acts, clinician: acts };
}

test('a pause shows its end, and that its day has come where the patient lives', () => {
  expect(read(PAUSED, 'coach').care.pause).toEqual({ until: '2026-04-01', isOver: true });
  const later = { outcomes: [event('pause', { until: '2026-04-02' })] };
  expect(read(later, 'coach').care.pause).toEqual({ until: '2026-04-02', isOver: false });
});

test('a check from this cycle that no one cleared is shown, and only clinicians can clear it', () => {
  const check = {
    id: ID(3),
    cycle: 1,
    outcome: 'stop' as const,
    reasons: ['sti'],
    answers: { sti: 'yes' },
    corrected: [],
    at: '2026-03-30T12:00:00Z',
    cleared: null,
  };
  const cleared = { at: '2026-03-31T12:00:00Z', words: 'Treated', who: null };
  const held = { safetyChecks: [check] };
  expect(read(held, 'coach').care).toMatchObject({ safetyCheck: { id: ID(3), reasons: ['sti'] } });
  expect(read(held, 'coach').care.acts).not.toContain('clear-safety-check');
  expect(read(held, 'clinician').care.acts).toContain('clear-safety-check');
  // The current cycle, or the next: after the last phase of a cycle, it is the next one.
  for (const cycle of [0, 2])
    expect(read({ safetyChecks: [{ ...check, cycle }] }, 'clinician').care.acts).toContain(
      'clear-safety-check',
    );
  for (const other of [
    { ...check, outcome: 'ready' as const },
    { ...check, cleared },
  ])
    expect(read({ safetyChecks: [other] }, 'clinician').care).toMatchObject({ safetyCheck: null });
});

test('of several blocking checks, the latest is shown, with the reasons of all', () => {
  const at = (hour: number) => `2026-03-30T${hour}:00:00Z`;
  const check = (more: Partial<RecordFacts['safetyChecks'][number]>) =>
    ({ cycle: 1, cleared: null, answers: {}, corrected: [], ...more }) as RecordFacts['safetyChecks'][number];
  const safetyChecks = [
    check({ id: ID(5), outcome: 'ready', reasons: [], at: at(14) }),
    check({ id: ID(4), outcome: 'clinician', reasons: ['coil'], answers: { coil: 'not-sure' }, at: at(13) }),
    check({
      id: ID(3),
      outcome: 'stop',
      reasons: ['sti', 'coil'],
      answers: { sti: 'yes', coil: 'yes' },
      at: at(12),
    }),
  ];
  expect(read({ safetyChecks }, 'clinician').care.safetyCheck).toEqual({
    id: ID(4),
    cycle: 1,
    outcome: 'stop',
    reasons: ['coil', 'sti'],
    answers: { coil: 'not-sure', sti: 'yes' },
    at: at(13),
  });
});
