import { expect } from 'vitest';
import { SendCycleRemindersAnswer } from '../../../domain/contracts/schedules/send-cycle-reminders.ts';
import { JOURNEY } from '../../../domain/journey/definition.ts';
import { stepsOf } from '../../../domain/journey/outline.ts';
import { addDays, type LocalDate } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { accessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { zoneAt } from './testing/zones.ts';

const NOON = zoneAt(12);
const daysAgo = (days: number, zone = NOON): LocalDate => addDays(localDate(Date.now(), zone), -days);
const PEAK = 'Peak (Positive LH Surge)';

inBothDeployments('send-cycle-reminders', (deployment) => {
  const sql = (text: string, values: unknown[]) => deployment.server().database.query(text, values);
  const run = () => deployment.call({ body: {}, token: deployment.server().keys.serviceRoleKey });

  async function inTreatment(zone = NOON): Promise<Patient> {
    const patient = await deployment.patient();
    for (const { stage, phase } of JOURNEY.slice(0, 2).flatMap(stepsOf)) {
      await sql('insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, $2, $3)', [
        patient.id,
        phase.id,
        stage.number,
      ]);
    }
    await sql(
      `update public.customers set testing_reminders = true, applicator_reminders = true, time_zone = $2 where user_id = $1`,
      [patient.id, zone],
    );
    return patient;
  }
  const bleeds = (patient: Patient, day: LocalDate, kind = 'period') =>
    sql('insert into public.periods (user_id, day, kind) values ($1, $2, $3)', [patient.id, day, kind]);
  const tests = (patient: Patient, day: LocalDate) =>
    sql(
      `insert into public.test_results (user_id, result_type, result, taken_at, taken_on)
       values ($1, 'ovulation', $2, $3::date + time '12:00', $3)`,
      [patient.id, PEAK, day],
    );
  const remindersOf = async ({ id }: Patient) =>
    (
      await sql(
        `select key, purpose, channel, subject, body_text, attachments from public.outbox where user_id = $1 order by created_at`,
        [id],
      )
    ).rows;

  test('a patient who asked is reminded once on the day testing starts, without naming it', async () => {
    const patient = await inTreatment();
    await bleeds(patient, daysAgo(6));
    const { json } = await run();
    expect(SendCycleRemindersAnswer.parse(json).reminded).toBe(1);
    await run();
    // A new entry causes another look, but still only one reminder.
    await bleeds(patient, daysAgo(200));
    await run();
    const reminders = await remindersOf(patient);
    expect(reminders).toMatchObject([
      {
        purpose: 'treatment_reminder',
        channel: 'email',
        subject: 'A reminder from your portal',
        attachments: [],
      },
    ]);
    expect(JSON.stringify(reminders[0]!['body_text'])).not.toMatch(/cycle|period|test|applicator|20\d\d-/i);
  });

  test('on the two days of the applicators, and not on the third', async () => {
    const people = [await inTreatment(), await inTreatment(), await inTreatment()];
    for (const [ago, patient] of people.entries()) {
      await bleeds(patient, daysAgo(13));
      await tests(patient, daysAgo(ago));
    }
    await run();
    expect((await Promise.all(people.map(remindersOf))).map((reminders) => reminders.length)).toEqual([
      1, 1, 0,
    ]);
  });

  test('an applicator counts on the day it was used, wherever the patient is now', async () => {
    const [used, early] = [await inTreatment(), await inTreatment()];
    for (const patient of [used, early]) {
      await bleeds(patient, daysAgo(13));
      await tests(patient, daysAgo(0));
    }
    // The same moment on two different days. Half a day ago works for both, wherever it is noon now.
    for (const [patient, ago] of [
      [used, 0],
      [early, 1],
    ] as const) {
      await sql(
        `insert into public.treatment_day_timers (user_id, cycle, action, at, on_day) values ($1, 1, 'cap-in', now() - interval '12 hours', $2)`,
        [patient.id, daysAgo(ago)],
      );
    }
    await run();
    expect([await remindersOf(used), await remindersOf(early)].map(({ length }) => length)).toEqual([0, 1]);
  });

  test('no one is reminded if the gate is closed, the state or stage forbids it, or they did not ask', async () => {
    const [irregular, unsure, paused, stage1, unasked, taken] = [
      await inTreatment(),
      await inTreatment(),
      await inTreatment(),
      await inTreatment(),
      await inTreatment(),
      await inTreatment(),
    ];
    for (const ago of [133, 107, 76, 38, 9]) await bleeds(irregular, daysAgo(ago));
    await tests(irregular, daysAgo(0));
    await bleeds(unsure, daysAgo(6), 'unsure');
    await bleeds(paused, daysAgo(6));
    await sql(
      `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, 'pause', current_date, 1)`,
      [paused.id],
    );
    await bleeds(stage1, daysAgo(6));
    await sql('delete from public.completed_phases where user_id = $1', [stage1.id]);
    await bleeds(unasked, daysAgo(6));
    await sql('update public.customers set testing_reminders = false where user_id = $1', [unasked.id]);
    await bleeds(taken, daysAgo(6));
    await sql('update public.periods set withdrawn_at = now() where user_id = $1', [taken.id]);
    await run();
    for (const patient of [irregular, unsure, paused, stage1, unasked, taken]) {
      expect(await remindersOf(patient)).toEqual([]);
    }
  });

  test('no one is woken: nothing is sent before 8 in their morning or after 8 in the evening', async () => {
    for (const hour of [5, 22]) {
      const zone = zoneAt(hour);
      const patient = await inTreatment(zone);
      await bleeds(patient, daysAgo(6, zone));
      await run();
      expect(await remindersOf(patient)).toEqual([]);
    }
  });

  accessTests(deployment, { method: 'POST', body: {} });
});
