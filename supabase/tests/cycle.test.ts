import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PERIOD_KINDS } from '../../domain/cycle/period.ts';
import { APPLICATOR_PERSONS } from '../../domain/safety/agreement.ts';
import { SAFETY_CHECK_OUTCOMES } from '../../domain/safety/safety-outcome.ts';
import { dayOfUse } from '../../domain/surveys/day-of-use.ts';
import { storedResponses } from '../../domain/surveys/testing.ts';
import { nextStepRowsIn } from '../../domain/next-step/rows.ts';
import { UNSET_CLINIC_ZONE } from '../../domain/time/zone.ts';
import { TREATMENT_DAY_ACTIONS } from '../../domain/treatment-day/events.ts';
import { NOTHING, reach, testRights } from './rights.ts';

const may = {
  owner: reach('own', 'refused', 'refused', 'refused'),
  stranger: reach('own', 'refused', 'refused', 'refused'),
  newcomer: reach('none', 'refused', 'refused', 'refused'),
  uninvited: reach('none', 'refused', 'refused', 'refused'),
  anonymous: NOTHING,
  service: reach('all', 'all', 'refused', 'refused'),
};
const scene = testRights('cycle', {
  periods: {
    insert: `insert into public.periods (user_id, day, kind) values ($1, current_date, 'period')`,
    set: 'withdrawn_at = now()',
    may,
  },
  safety_checks: {
    insert: `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons) values ($1, 1, '{}', 'ready', '{}')`,
    set: `outcome = 'ready'`,
    may,
  },
  treatment_day_timers: {
    insert: `insert into public.treatment_day_timers (user_id, cycle, action, at) values ($1, 1, 'sample', now())`,
    set: 'at = now()',
    may,
  },
  applicator_agreements: {
    insert: `insert into public.applicator_agreements (user_id, person, agreed, words_version) values ($1, 'self', true, '1')`,
    set: 'agreed = true',
    may,
  },
});

/** Whether the database accepts it. Rolled back. */
async function takes(statement: string): Promise<boolean> {
  const { database, owner } = scene.people;
  const tried = database.transaction(async (query) => {
    await query(statement, [owner.id]);
    throw new Error('rolled back');
  });
  const message = await tried.catch(
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  expect(['rolled back', '23514']).toContain(message);
  return message === 'rolled back';
}

test('the database and the domain have the same types, outcomes and actions', async () => {
  for (const kind of [...PERIOD_KINDS, 'spotting']) {
    const stored = await takes(
      `insert into public.periods (user_id, day, kind) values ($1, current_date, '${kind}')`,
    );
    expect([kind, stored]).toEqual([kind, kind !== 'spotting']);
  }
  for (const outcome of [...SAFETY_CHECK_OUTCOMES, 'not eligible']) {
    const stored = await takes(`insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
      values ($1, 1, '{}', '${outcome}', '{}')`);
    expect([outcome, stored]).toEqual([outcome, outcome !== 'not eligible']);
  }
  for (const action of [...TREATMENT_DAY_ACTIONS, 'cap']) {
    const stored = await takes(
      `insert into public.treatment_day_timers (user_id, cycle, action, at) values ($1, 1, '${action}', now())`,
    );
    expect([action, stored]).toEqual([action, action !== 'cap']);
  }
  for (const person of [...APPLICATOR_PERSONS, 'friend']) {
    const stored =
      await takes(`insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
      values ($1, '${person}', ${person === 'self' ? 'null' : `'Robin'`}, true, '1')`);
    expect([person, stored]).toEqual([person, person !== 'friend']);
  }
});

test.each([
  [`'self', 'Robin', true`],
  [`'self', null, false`],
  [`'partner', null, true`],
  [`'surrogate', '', true`],
  [`'surrogate', repeat('a', 101), true`],
])('the agreement %s is invalid', async (values) => {
  expect(
    await takes(`insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
      select $1, person, name, agreed, '1' from (values (${values})) as one (person, name, agreed)`),
  ).toBe(false);
});

test.each([
  [`'stop', null, null`, true],
  [`'stop', now(), 'Talked it over.'`, true],
  [`'ready', now(), 'Talked it over.'`, false],
  [`'stop', now(), null`, false],
  [`'stop', null, 'Talked it over.'`, false],
])('a check that is cleared (%s): %s', async (values, isOne) => {
  const statement = `insert into public.safety_checks (user_id, cycle, answers, reasons, outcome, cleared_at, cleared_words)
    values ($1, 1, '{}', '{}', ${values})`;
  expect(await takes(statement)).toBe(isOne);
});

test.each(["'infinity'", "'1999-12-31'"])('the day %s is invalid', async (day) => {
  expect(await takes(`insert into public.periods (user_id, day, kind) values ($1, ${day}, 'period')`)).toBe(
    false,
  );
});

test('the viewer’s time zone changes no applicator day', async () => {
  const { database, owner, newcomer } = scene.people;
  const used = async (person: typeof owner) => {
    const { rows } = await person.does('select public.own_cycle() as answer');
    return (rows[0]!['answer'] as { used: string[] }).used;
  };
  await database.query(
    `insert into public.treatment_day_timers (user_id, cycle, action, at, on_day)
     values ($1, 1, 'cap-in', '2026-03-10T01:00:00Z', '2026-03-09')`,
    [owner.id],
  );
  for (const day of ['2026-03-12', '2026-03-13T23:30:00-05:00', 'yesterday']) {
    await database.query(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers) values ($1, 'applicator-use', 1, $2)`,
      [owner.id, JSON.stringify([day, '1', '', '', '', '', '', ''])],
    );
  }
  const days = await used(owner);
  expect(days).toEqual(expect.arrayContaining(['2026-03-09', '2026-03-12', '2026-03-14']));
  expect(days).not.toContain('2026-03-10');
  expect(await used(newcomer)).toEqual([]);
});

test('Today finds a day in every applicator survey that a form or a call can store', async () => {
  const { database, stranger } = scene.people;
  const stored = fc.sample(storedResponses, { numRuns: 40, seed: 1 });
  for (const answers of stored) {
    await database.query(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers) values ($1, 'applicator-use', $2, $3)`,
      [stranger.id, answers[1], JSON.stringify(answers)],
    );
  }
  const { rows } = await stranger.does('select public.own_cycle() as answer');
  const { uses } = nextStepRowsIn(rows[0]!['answer']);
  const days = stored.map((answers) => `${answers[1]} ${dayOfUse(answers, UNSET_CLINIC_ZONE)}`).sort();
  const reported = uses.filter(({ capInAt }) => capInAt === null);
  expect(reported.map(({ cycle, on }) => `${cycle} ${on}`).sort()).toEqual(days);
  // A survey cannot be about a cap that went in after it was sent.
  expect(reported.filter(({ reportedAt }) => reportedAt === null)).toEqual([]);
});

test('what the portal shows of a cycle is the patient’s own, and nothing before consent', async () => {
  const { database, owner, stranger, newcomer, uninvited, anonymous } = scene.people;
  const days = async (person: typeof owner) => {
    const { rows } = await person.does('select public.own_cycle() as answer');
    return (rows[0]!['answer'] as { periods: { day: string }[] }).periods.map(({ day }) => day);
  };
  const log = (id: string, day: string, withdrawn: string | null) =>
    database.query('insert into public.periods (user_id, day, kind, withdrawn_at) values ($1, $2, $3, $4)', [
      id,
      day,
      'period',
      withdrawn,
    ]);
  await log(owner.id, '2026-01-05', null);
  await log(owner.id, '2026-01-06', '2026-01-07T10:00:00Z');
  await log(stranger.id, '2026-02-05', null);
  expect(await days(owner)).toContain('2026-01-05');
  expect(await days(owner)).not.toContain('2026-01-06');
  expect(await days(owner)).not.toContain('2026-02-05');
  expect(await days(newcomer)).toEqual([]);
  expect(await days(uninvited)).toEqual([]);
  expect(await anonymous.may('select public.own_cycle()')).toBe('42501');
});

test('Today knows about the patient’s own calls, by type only, and nothing before consent', async () => {
  const { database, owner, stranger, newcomer, uninvited } = scene.people;
  const calls = async (person: typeof owner) => {
    const { rows } = await person.does('select public.own_cycle() as answer');
    return (rows[0]!['answer'] as { today: { held: string[]; past: Record<string, string> } | null }).today;
  };
  const note = async (id: string, reference: string) => {
    const { rows } = await database.query<{ id: string }>(
      'insert into public.consultation_notes (user_id, consultation_reference, notes) values ($1, $2, $3) returning id',
      [id, reference, 'Words'],
    );
    return rows[0]!.id;
  };
  await note(owner.id, 'initial-consultation');
  await note(stranger.id, 'post-treatment-review');
  const taken = await note(owner.id, 'another-consultation');
  await database.query(
    `insert into public.note_withdrawals (note_id, user_id, reason, author_id, author_name, author_role) values ($1, $2, 'Wrong patient', gen_random_uuid(), 'Lind', 'clinician')`,
    [taken, owner.id],
  );
  expect((await calls(owner))!.held).toContain('initial-consultation');
  expect((await calls(owner))!.held).not.toContain('another-consultation');
  expect((await calls(owner))!.held).not.toContain('post-treatment-review');
  expect(await calls(newcomer)).toBeNull();
  expect(await calls(uninvited)).toBeNull();

  const book = (id: string, status: string, starts: string) =>
    database.query(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, status)
       select $1, host_id, appointment_type_id, now() + $3::interval, now() + $3::interval + '30 minutes', now() + $3::interval + '30 minutes', $2
       from public.appointment_type_hosts order by appointment_type_id limit 1`,
      [id, status, starts],
    );
  const before = (await calls(owner))!.past;
  await book(owner.id, 'cancelled', '-30 days');
  await book(owner.id, 'booked', '20 days');
  await book(stranger.id, 'booked', '-40 days');
  expect((await calls(owner))!.past).toEqual(before);
  await book(owner.id, 'booked', '-1 hour');
  expect(Object.values((await calls(owner))!.past)).toHaveLength(1);
});
