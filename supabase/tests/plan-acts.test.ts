import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gatherPeople, REFUSED, uninvite, type Patient, type People } from './people.ts';

let people: People;
let owner: Patient;
beforeAll(async () => {
  people = await gatherPeople();
  ({ owner } = people);
  await uninvite(people.database, people.uninvited);
});
afterAll(() => people.leave());

const run = (text: string, ...values: unknown[]) => people.database.query(text, [owner.id, ...values]);
const COMPLETE = `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) values ($1, $2, $3, $4)`;
const MOVE = 'select public.complete_phases_before_applicators() as marked';
const START = 'select public.start_next_cycle() as marked';
const TAKE_BACK = 'select public.undo_completion($1)';

/** Behind everything before this step, as the clinic left it. */
const behind = (phase: string, cycle: number | null = null) =>
  run(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
     select $1, phase_id, stage_number, cycle_number from private.journey_steps
     where step < (select step from private.journey_steps where phase_id = $2 and cycle_number is not distinct from $3)`,
    phase,
    cycle,
  );
const mark = (phase: string, stage: number, cycle: number | null = null) =>
  owner.does(COMPLETE, [owner.id, phase, stage, cycle]);
const phases = async () =>
  (await run('select * from public.completed_phases where user_id = $1 order by completed_at, phase_id'))
    .rows;
const done = async () => (await phases()).map((row) => row['phase_id']);
type Step = { phaseId: string; cycle: number | null };
type TakeBack = (Step & { act: string; isByCall: boolean; steps: Step[] }) | null;
const plan = async (who: Patient = owner) =>
  (await who.sees('select public.own_journey_facts() as plan'))[0]!['plan'] as Record<string, unknown>;
const takeBack = async () => (await plan())['takeBack'] as TakeBack;

beforeEach(async () => {
  await people.database.query(
    `delete from public.test_results; delete from public.periods; delete from public.treatment_day_timers; delete from public.outcome_events;
     delete from public.completed_phases; delete from private.limits`,
  );
});

test('a mark can be undone, and the plan is exactly as before', async () => {
  await behind('optimize');
  const before = await phases();
  await mark('optimize', 2);
  const last = await takeBack();
  expect(last).toMatchObject({ isByCall: false, steps: [{ phaseId: 'optimize', cycle: null }] });
  await owner.does(TAKE_BACK, [last!.act]);
  expect(await phases()).toEqual(before);
  expect(await takeBack(), 'what the clinic completed is not the patient’s to take back').toBeNull();
});

test('marks are undone in reverse order', async () => {
  await mark('welcome', 1);
  const first = (await takeBack())!.act;
  await mark('consultation-prep', 1);
  expect(await owner.may(TAKE_BACK, [first])).toBe(REFUSED);
  await owner.does(TAKE_BACK, [(await takeBack())!.act]);
  expect(await done()).toEqual(['welcome']);
  expect((await takeBack())!.act).toBe(first);
});

test('a mark can be undone for a day, and no longer', async () => {
  await mark('welcome', 1);
  const { act } = (await takeBack())!;
  const age = (hours: string) =>
    run(`update public.completed_phases set completed_at = now() - $2::interval where user_id = $1`, hours);
  await age('23 hours 59 minutes');
  expect(await owner.may(TAKE_BACK, [act])).toBe(1);
  await age('24 hours');
  expect(await owner.may(TAKE_BACK, [act])).toBe(REFUSED);
  expect(await takeBack()).toBeNull();
});

test('marking a complete phase again starts no new act', async () => {
  await mark('welcome', 1);
  const { act } = (await takeBack())!;
  await owner.does(
    `${COMPLETE} on conflict (user_id, phase_id, cycle_number) do update set phase_id = excluded.phase_id`,
    [owner.id, 'welcome', 1, null],
  );
  expect((await takeBack())!.act).toBe(act);
});

test('after a peak, one act moves the plan to the applicators, and one undo moves it back', async () => {
  await behind('ovulation', 2);
  const before = await phases();
  expect((await owner.does(MOVE)).rows).toEqual([{ marked: 2 }]);
  expect(await takeBack(), 'it names every phase that it would reopen').toMatchObject({
    phaseId: 'abstinence',
    isByCall: false,
    steps: [
      { phaseId: 'ovulation', cycle: 2 },
      { phaseId: 'abstinence', cycle: 2 },
    ],
  });
  expect((await owner.does(MOVE)).rows, 'there is nothing left to move').toEqual([{ marked: 0 }]);
  await owner.does(TAKE_BACK, [(await takeBack())!.act]);
  expect(await phases()).toEqual(before);
});

test('a phase marked earlier stays marked when the move is undone', async () => {
  await behind('ovulation', 1);
  await mark('ovulation', 3, 1);
  const before = await phases();
  expect((await owner.does(MOVE)).rows).toEqual([{ marked: 1 }]);
  expect((await takeBack())!.steps).toEqual([{ phaseId: 'abstinence', cycle: 1 }]);
  await owner.does(TAKE_BACK, [(await takeBack())!.act]);
  expect(await phases()).toEqual(before);
});

/** An applicator of the first cycle three weeks ago, and a period since. */
async function usedAndPeriod() {
  await run(
    `insert into public.treatment_day_timers (user_id, cycle, action, at, on_day)
     values ($1, 1, 'cap-in', '2026-10-20T15:00:00Z', '2026-10-20')`,
  );
  await run(`insert into public.periods (user_id, day, kind) values ($1, '2026-11-04', 'period')`);
}

test('a period after the applicators starts the next cycle, whatever was marked, and back, in one act', async () => {
  await behind('applicators', 1);
  const before = await phases();
  expect(await owner.may(START), 'before the period').toBe(REFUSED);
  await usedAndPeriod();
  expect((await owner.does(START)).rows).toEqual([{ marked: 2 }]);
  expect(await takeBack()).toMatchObject({ phaseId: 'testing', cycle: 1 });
  expect(await owner.may(START), 'the next cycle has only begun').toBe(REFUSED);
  await owner.does(TAKE_BACK, [(await takeBack())!.act]);
  expect(await phases()).toEqual(before);
});

test('a peak in a cycle that no one started moves the plan to that cycle’s applicators', async () => {
  await behind('testing', 1);
  await usedAndPeriod();
  expect((await owner.does(MOVE)).rows).toEqual([{ marked: 3 }]);
  expect((await takeBack())!.steps.map(({ phaseId, cycle }) => `${phaseId} ${cycle}`)).toEqual([
    'testing 1',
    'ovulation 2',
    'abstinence 2',
  ]);
});

test('a patient waiting for a pregnancy test may start the next cycle', async () => {
  await behind('testing', 2);
  expect((await owner.does(START)).rows).toEqual([{ marked: 1 }]);
});

test.each(['welcome', 'consultation-prep', 'optimize', 'consultation'])(
  'no one at %s moves on to the applicators',
  async (phase) => {
    await behind(phase);
    expect(await owner.may(MOVE)).toBe(REFUSED);
    expect(await owner.may(START)).toBe(REFUSED);
  },
);

test.each(['pause', 'stop'])('after a %s nothing in treatment moves or is undone', async (kind) => {
  await behind('ovulation', 1);
  await owner.does(MOVE);
  const { act } = (await takeBack())!;
  await run(
    `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, $2, '2026-11-01', 1)`,
    kind,
  );
  expect(await owner.may(TAKE_BACK, [act])).toBe(REFUSED);
  expect(await owner.may(MOVE)).toBe(REFUSED);
  expect(await takeBack()).toBeNull();
});

test('what a positive test completed stays with the test', async () => {
  await behind('testing', 1);
  await mark('testing', 3, 1);
  const { act } = (await takeBack())!;
  await run(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
     values ($1, 'PREGNANCY', 'positive', 1, now())`,
  );
  expect(await owner.may(TAKE_BACK, [act])).toBe(REFUSED);
  expect(await takeBack()).toBeNull();
});

test('each person only for themselves', async () => {
  const { stranger, newcomer, uninvited, anonymous, service } = people;
  await mark('welcome', 1);
  const { act } = (await takeBack())!;
  for (const person of [stranger, newcomer, uninvited, anonymous, service]) {
    expect(await person.may(TAKE_BACK, [act]), person.name).toBe(REFUSED);
    expect(await person.may(MOVE), person.name).toBe(REFUSED);
  }
  for (const person of [anonymous, service])
    expect(await person.may('select public.own_journey_facts()')).toBe(REFUSED);
  for (const person of [newcomer, uninvited]) expect(await plan(person), person.name).toBeNull();
  expect((await plan(stranger))['takeBack']).toBeNull();
  expect(await owner.may(TAKE_BACK, [null])).toBe(REFUSED);
  expect(await done()).toEqual(['welcome']);
});

test('no one chooses the act of a completion', async () => {
  const insert = `insert into public.completed_phases (user_id, phase_id, stage_number, act) values ($1, 'welcome', 1, gen_random_uuid())`;
  expect(await owner.may(insert, [owner.id])).toBe(REFUSED);
});

test('the plan knows what was answered, reported, written and discussed, and only for its patient', async () => {
  const { stranger } = people;
  const nothing = {
    hasAnswered: false,
    callsHeld: [],
    callsPast: {},
    notes: [],
    hasNewNotes: false,
    surveyedIn: [],
    periodOn: null,
    takeBack: null,
    hasRatedConfidence: false,
    spokeAt: null,
    kit: { isAsked: false, hasAddress: false, sentOn: null, arrivedAt: null },
  };
  expect(await plan()).toEqual(nothing);
  const answers = JSON.stringify(Array.from({ length: 8 }, () => 'x'));
  await run(
    `insert into public.survey_responses (user_id, survey, cycle_number, answers) values ($1, 'applicator-use', 2, $2)`,
    answers,
  );
  await run(
    `insert into public.survey_responses (user_id, survey, answers) values ($1, 'before-treatment', '{"response":"neutral"}')`,
  );
  await run(
    `insert into public.consultation_notes (user_id, consultation_reference, notes) values ($1, 'initial-consultation', 'x')`,
  );
  await run(`insert into public.periods (user_id, day, kind) values ($1, '2026-11-02', 'period')`);
  await people.database.query(
    `insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
     select slug, 'A call', 'A call.', 30, 'video_call'
     from unnest(array['meet-your-clinical-coach', 'initial-consultation', 'post-treatment-review']) as slug`,
  );
  await people.database.query(
    `insert into public.care_team (name, role, email, time_zone) values ('Robin', 'coach', 'robin@clinic.example', 'UTC')
     on conflict do nothing`,
  );
  await run(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, status)
     select $1, (select id from public.care_team limit 1), id, now() - ago, now() - ago + length, now() - ago + length, status
     from public.appointment_types join (values
       ('meet-your-clinical-coach', interval '2 days', interval '30 minutes', 'booked'),
       ('initial-consultation', interval '4 days', interval '30 minutes', 'cancelled'),
       ('post-treatment-review', interval '-2 days', interval '30 minutes', 'booked')) as calls (slug, ago, length, status)
       using (slug)`,
  );
  expect(await plan()).toEqual({
    ...nothing,
    callsHeld: ['initial-consultation'],
    callsPast: { 'meet-your-clinical-coach': expect.any(String) as string },
    notes: ['initial-consultation'],
    surveyedIn: [2],
    hasRatedConfidence: true,
    periodOn: '2026-11-02',
  });
  expect(await plan(stranger)).toEqual(nothing);
});

test('a previous applicator user’s period does not count in this plan', async () => {
  const { stranger } = people;
  const log = `insert into public.periods (user_id, day, kind) values ($1, '2026-11-02', 'period')`;
  await people.database.query(log, [stranger.id]);
  expect((await plan(stranger))['periodOn']).toBe('2026-11-02');
  await people.database.query(
    `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
     values ($1, 'partner', 'Robin Vale', true, '1')`,
    [stranger.id],
  );
  expect((await plan(stranger))['periodOn']).toBeNull();
});

test('a patient sees that the care team has been in touch after a loss: by a recorded call, an item marked done, or a completed call', async () => {
  const spokeAt = async () => (await plan())['spokeAt'];
  const contact = (result: string, at: string, withdrawn: string | null = null) =>
    run(
      `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, contacted_at, result, withdrawn_at)
       values ($1, 'phone', 'x', gen_random_uuid(), 'Noa', 'coach', $3, $2, $4)`,
      result,
      at,
      withdrawn,
    );
  await contact('voicemail', '2026-11-05T10:00:00Z');
  await contact('spoke', '2026-11-06T10:00:00Z', '2026-11-06T11:00:00Z');
  expect(await spokeAt(), 'a voicemail, and a contact that was undone').toBeNull();
  await contact('spoke', '2026-11-03T10:00:00Z');
  expect(await spokeAt()).toContain('2026-11-03T10:00:00');
  const decide = (version: number, decision: string, outcome: string | null, rule = 'possible-loss') =>
    run(
      `insert into public.attention_decisions (key, version, user_id, decision, outcome, person_id, person_name, person_role, decided_at)
       values ($5 || ':x', $2, $1, $3, $4, gen_random_uuid(), 'Noa', 'clinician', '2026-11-04T10:00:00Z')`,
      version,
      decision,
      outcome,
      rule,
    );
  await decide(1, 'done', 'spoke');
  expect(await spokeAt()).toContain('2026-11-04T10:00:00');
  await decide(2, 'reopen', null);
  expect(await spokeAt(), 'that was undone').toContain('2026-11-03T10:00:00');
  await decide(1, 'done', 'wrote', 'message-unread');
  expect(await spokeAt(), 'a letter about something else').toContain('2026-11-03T10:00:00');
  await decide(1, 'done', 'wrote', 'loss-contact');
  expect(await spokeAt(), 'the contact that was promised').toContain('2026-11-04T10:00:00');
  expect((await plan(people.stranger))['spokeAt']).toBeNull();
});
