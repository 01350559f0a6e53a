import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type DeploymentKind } from '../../server/testing/test-database.ts';
import type { Database } from '../../server/database/database.ts';
import { join, REFUSED, type Patient } from './people.ts';

const STATUSES = ['Active', 'Paused', 'Pregnant', 'Withdrawn'] as const;
type Status = (typeof STATUSES)[number];
/**
 * Acts of a patient, and in the last three rows also of the care team, after the care team has set the
 * status.
 */
const ACTIONS = {
  'says Active': ['Active'],
  'says Paused': ['Paused'],
  'says Withdrawn': ['Withdrawn'],
  'says Pregnant without a positive': ['Pregnant'],
  'logs a positive': ['positive'],
  'logs a positive, takes it back': ['positive', 'take back'],
  'logs an unclear test': ['unclear'],
  'logs a positive and an unclear test': ['positive', 'unclear'],
  'is paused by the team while pregnant': ['positive', 'team: Paused'],
  'is paused by the team, then active again': ['team: Paused', 'team: Active'],
  'logs a positive, says Pregnant': ['positive', 'Pregnant'],
  'logs a positive, says Pregnant, says Active': ['positive', 'Pregnant', 'Active'],
  'logs a positive, says Pregnant, takes it back': ['positive', 'Pregnant', 'take back'],
  'says Pregnant twice, takes it back': ['positive', 'Pregnant', 'Pregnant', 'take back'],
  'logs two positives, says Pregnant, takes one back': ['positive', 'positive', 'Pregnant', 'take one back'],
  'logs two positives, says Pregnant, takes both back': ['positive', 'positive', 'Pregnant', 'take back'],
  'takes back a negative': ['positive', 'Pregnant', 'negative', 'take back the negative'],
  'takes it back, says Pregnant again': ['positive', 'Pregnant', 'take back', 'Pregnant'],
  'does all of it twice': ['positive', 'Pregnant', 'take back', 'positive', 'Pregnant', 'take back'],
  'says Pregnant, is withdrawn by the team, takes it back': [
    'positive',
    'Pregnant',
    'team: Withdrawn',
    'take back',
  ],
  'says Pregnant, so does the team, takes it back': ['positive', 'Pregnant', 'team: Pregnant', 'take back'],
  'is called Pregnant by the team, takes a positive back': ['positive', 'team: Pregnant', 'take back'],
} as const;

/** From each status, in the order of STATUSES: where each action ends. */
const TABLE: Record<keyof typeof ACTIONS, readonly [Status, Status, Status, Status]> = {
  'says Active': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'says Paused': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'says Withdrawn': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'says Pregnant without a positive': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'logs a positive': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
  'logs a positive, takes it back': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'logs an unclear test': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'logs a positive and an unclear test': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
  'is paused by the team while pregnant': ['Paused', 'Paused', 'Paused', 'Paused'],
  'is paused by the team, then active again': ['Active', 'Active', 'Active', 'Active'],
  'logs a positive, says Pregnant': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
  'logs a positive, says Pregnant, says Active': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
  'logs a positive, says Pregnant, takes it back': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'says Pregnant twice, takes it back': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'logs two positives, says Pregnant, takes one back': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
  'logs two positives, says Pregnant, takes both back': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'takes back a negative': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
  'takes it back, says Pregnant again': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'does all of it twice': ['Active', 'Paused', 'Pregnant', 'Withdrawn'],
  'says Pregnant, is withdrawn by the team, takes it back': [
    'Withdrawn',
    'Withdrawn',
    'Withdrawn',
    'Withdrawn',
  ],
  'says Pregnant, so does the team, takes it back': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
  'is called Pregnant by the team, takes a positive back': ['Pregnant', 'Pregnant', 'Pregnant', 'Pregnant'],
};

describe.each<DeploymentKind>(['embedded', 'supabase'])('in the %s deployment', (deployment) => {
  let database: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ database, remove } = await testDatabase(deployment));
  });
  afterAll(() => remove());

  const asTeam = (status: string, patient: Patient) =>
    database.query('update public.customers set status = $2 where user_id = $1', [patient.id, status]);
  const statusOf = async (patient: Patient) =>
    (await patient.sees('select status from public.customers'))[0]!['status'];
  const log = (patient: Patient, result: string) =>
    database.query(
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
       values ($1, 'PREGNANCY', $2, 1, now())`,
      [patient.id, result],
    );
  const SAY = 'update public.customers set status = $1';
  const TAKE_BACK: Record<string, string> = {
    'take back': `delete from public.test_results where result = 'positive'`,
    'take back the negative': `delete from public.test_results where result = 'negative'`,
    'take one back': `delete from public.test_results where id =
      (select id from public.test_results where result = 'positive' limit 1)`,
  };

  async function act(patient: Patient, step: string): Promise<void> {
    if (step.startsWith('team: ')) await asTeam(step.slice('team: '.length), patient);
    else if (step === 'positive' || step === 'negative' || step === 'unclear') await log(patient, step);
    else if (TAKE_BACK[step]) await patient.does(TAKE_BACK[step]);
    // As the table says, a refused act changes nothing.
    else if ((await patient.may(SAY, [step])) !== REFUSED) await patient.does(SAY, [step]);
  }

  const cases = Object.entries(TABLE).flatMap(([action, ends]) =>
    STATUSES.map((from, at) => [from, action, ends[at]!] as const),
  );
  test.each(cases)('from %s, a patient %s: %s', async (from, action, to) => {
    const patient = await join(database, crypto.randomUUID(), { consented: true });
    await asTeam(from, patient);
    for (const step of ACTIONS[action as keyof typeof ACTIONS]) await act(patient, step);
    expect(await statusOf(patient)).toBe(to);
  });

  test('two positives that are undone at once are both undone', async () => {
    const patient = await join(database, 'both-at-once', { consented: true });
    await asTeam('Paused', patient);
    await log(patient, 'positive');
    await log(patient, 'positive');
    await patient.does(SAY, ['Pregnant']);
    const results = await patient.sees('select id from public.test_results');
    const [first, second] = await Promise.all([database.connect(), database.connect()]);
    await first.query('begin');
    await first.query('delete from public.test_results where id = $1', [results[0]!['id']]);
    const other = second.query('delete from public.test_results where id = $1', [results[1]!['id']]);
    await expect
      .poll(
        async () =>
          (
            await database.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
      )
      .toBe(1);
    await first.query('commit');
    await other;
    await Promise.all([first.end(), second.end()]);
    expect(await statusOf(patient)).toBe('Paused');
  });

  test('no one changes another person’s status', async () => {
    const [patient, other] = [
      await join(database, 'patient', { consented: true }),
      await join(database, 'other', { consented: true }),
    ];
    await log(other, 'positive');
    const report = `update public.customers set status = 'Pregnant' where user_id = $1`;
    expect(await patient.may(report, [other.id])).toBe(0);
    expect(await patient.may(`delete from public.test_results where user_id = $1`, [other.id])).toBe(0);
  });
});
