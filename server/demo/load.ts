import { findStep, JOURNEY, stepsOf } from '../../domain/journey/index.ts';
import { listResponses } from '../../domain/surveys/list-responses.ts';
import type { Keys } from '../auth/keys.ts';
import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import { addAppointments } from './appointments.ts';
import type { MailContext } from './host-mail.ts';
import { askedOf, safetyOutcome } from '../../domain/safety/safety-outcome.ts';
import { addCare, writeAs } from './care.ts';
import { addClinic } from './clinic.ts';
import { CONSULTATION_NOTES, MEDICAL_NOTES } from './notes.ts';
import { DEMO_PATIENTS, type DemoPatient } from './patients.ts';
import { addSignIns } from './sign-ins.ts';

const APPLICATOR_ANSWERS = {
  medication: 'No',
  medicationComment: '',
  collectionToInsertion: '30 minutes',
  capWear: '4 to 5 hours',
  feedback: 'Easy and straightforward',
  feedbackComment: '',
} as const;

type DemoContext = { portal: MailContext['portal']; keys: Keys };

/** Loads the demonstration once, on the first start of an empty database. */
export async function loadDemo(database: Database, { portal, keys }: DemoContext): Promise<void> {
  await database.transaction(async (query) => {
    const first = await query(
      `insert into portal_server.facts (name, value) values ('demo', to_jsonb(now())) on conflict do nothing returning name`,
    );
    if (first.rowCount !== 0) {
      await addClinic(query);
      await addSignIns(query, keys);
      for (const patient of DEMO_PATIENTS) await addPatient(query, patient);
    }
    await addAppointments(query, { portal, signCallToken: keys.sign });
  });
}

async function addPatient(query: Query, patient: DemoPatient): Promise<void> {
  const { email, first, last, phone } = patient;
  await query(
    `insert into public.invitations (email, first_name, last_name, phone) values ($1, $2, $3, $4) on conflict do nothing`,
    [email, first, last, phone ?? null],
  );
  if (!patient.at) return;
  const { rows } = await query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id`,
    [email],
  );
  const { id } = rows[0]!;
  await query(
    `update public.customers set privacy_policy_accepted = true, data_usage_consent = true, research_consent = true,
       sms_consent = customer_phone is not null, onboarding_completed = true where user_id = $1`,
    [id],
  );
  await addAnswers(query, id);
  await addProgress(query, id, patient.at);
  await addResults(query, id, patient);
  await addApplicators(query, id, patient);
  await addPeriods(query, id, patient);
  await addOutcomes(query, id, patient);
  if (patient.safetyCheck) await addSafetyCheck(query, id, patient.safetyCheck);
  await addNotes(query, id, patient);
  if (patient.kit) await addKit(query, id, patient.kit);
  await addCare(query, id, patient.care ?? {});
}

async function addAnswers(query: Query, userId: string): Promise<void> {
  await query(
    `insert into public.onboarding_info (user_id, user_age, partner_age, trying_duration, menstrual_cycle_length,
       uses_ovulation_tests, had_fertility_investigations, infertility_diagnosis, previous_treatments, family_set_up)
     values ($1, 33, 35, '6-12 months', '21-35 days', 'Sometimes', 'No', '{No diagnosis}', '{No previous treatments}',
       'Same-sex couple with sperm donor')`,
    [userId],
  );
}

/** As the forms store it: the coach asks, the patient says where to, an administrator sends, and the patient says that it arrived. */
async function addKit(
  query: Query,
  userId: string,
  { trackingUrl, sentDaysAgo, arrivedDaysAgo, hasAddress = true }: NonNullable<DemoPatient['kit']>,
): Promise<void> {
  if (hasAddress) {
    await query(
      `update public.customers set shipping_line1 = '350 Fifth Avenue', shipping_line2 = 'Apt 5B', shipping_city = 'New York',
         shipping_state = 'NY', shipping_zip = '10118' where user_id = $1`,
      [userId],
    );
    await query(
      `update public.customers set shipping_changed_at = now() - make_interval(days => $2) where user_id = $1`,
      [userId, (sentDaysAgo ?? 0) + 1],
    );
  }
  await query(
    `insert into public.kit_requests (user_id, person_id, person_name, asked_at, sent_on, sent_at, arrived_at)
     select $1, id, name, now() - make_interval(days => $2), current_date - $3::integer, now() - make_interval(days => $3),
       now() - make_interval(days => $4)
     from public.care_team where email = 'coach@example.com'`,
    [userId, (sentDaysAgo ?? 0) + 1, sentDaysAgo ?? null, arrivedDaysAgo ?? null],
  );
  if (trackingUrl)
    await query('update public.customers set tracking_url = $2 where user_id = $1', [userId, trackingUrl]);
}

/** Everything before the patient's place is complete, a day or two apart. */
async function addProgress(query: Query, userId: string, at: NonNullable<DemoPatient['at']>): Promise<void> {
  const place = findStep(at.phase, at.cycle ?? null);
  const steps = JOURNEY.flatMap(stepsOf);
  const done = steps.slice(
    0,
    steps.findIndex(({ phase, cycle }) => phase === place?.phase && cycle === place.cycle),
  );
  for (const [index, { stage, phase, cycle }] of done.entries()) {
    const daysAgo = at.daysHere + (done.length - 1 - index) * 5;
    await query(
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, completed_at)
       values ($1, $2, $3, $4, now() - make_interval(days => $5))`,
      [userId, phase.id, stage.number, cycle, daysAgo],
    );
  }
}

async function addResults(query: Query, userId: string, patient: DemoPatient): Promise<void> {
  const add = (type: string, result: string, cycle: number | null, daysAgo: number) =>
    query(
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, created_at)
       select $1, $2, $3, $4, taken_at, taken_at + interval '2 minutes'
       from (select date_trunc('day', now()) - make_interval(days => $5) + interval '7 hours 40 minutes' as taken_at) as day`,
      [userId, type, result, cycle, daysAgo],
    );
  for (const { result, daysAgo } of patient.ovulation ?? []) await add('ovulation', result, null, daysAgo);
  for (const { result, cycle, daysAgo } of patient.pregnancyTests ?? [])
    await add('PREGNANCY', result, cycle, daysAgo);
}

/** The answers as the portal's form sends them: the day has no hour. */
async function addApplicators(
  query: Query,
  userId: string,
  { applicators = [] }: DemoPatient,
): Promise<void> {
  for (const { daysAgo, cycle } of applicators) {
    const answers = listResponses({ ...APPLICATOR_ANSWERS, inseminationDate: '' }, cycle);
    await query(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers, created_at)
       values ($1, 'applicator-use', $2, jsonb_set($3, '{0}', to_jsonb(current_date - $4::integer)),
         date_trunc('day', now()) - make_interval(days => $4) + interval '21 hours')`,
      [userId, cycle, JSON.stringify(answers), daysAgo],
    );
  }
}

async function addPeriods(query: Query, userId: string, { periods = [] }: DemoPatient): Promise<void> {
  for (const daysAgo of periods) {
    await query(
      `insert into public.periods (user_id, day, kind, created_at)
       values ($1, current_date - $2::integer, 'period', date_trunc('day', now()) - make_interval(days => $2) + interval '8 hours')`,
      [userId, daysAgo],
    );
  }
}

async function addOutcomes(query: Query, userId: string, { outcomes = [] }: DemoPatient): Promise<void> {
  for (const { kind, daysAgo, untilInDays = null, reason = null } of outcomes) {
    await query(
      `insert into public.outcome_events (user_id, kind, day, cycle, until, reason, created_at)
       values ($1, $2, current_date - $3::integer, private.treatment_cycle($1), current_date + $4::integer, $5,
         date_trunc('day', now()) - make_interval(days => $3) + interval '10 hours')`,
      [userId, kind, daysAgo, untilInDays, reason],
    );
  }
}

/** Judged as `submit-safety-check` judges it. */
async function addSafetyCheck(
  query: Query,
  userId: string,
  { hoursAgo, notSure }: NonNullable<DemoPatient['safetyCheck']>,
): Promise<void> {
  const situation = { hasDonor: true, isPeakDay: false, hasAnsweredBefore: false, hasValidCheck: false };
  const answers = Object.fromEntries(
    askedOf({}, situation).map(({ id, leadsTo }) => [
      id,
      notSure.includes(id) ? 'not-sure' : leadsTo.no ? 'yes' : 'no',
    ]),
  );
  const judged = safetyOutcome(answers, situation);
  if (!('outcome' in judged)) throw new Error('A question of the safety check is not answered');
  await query(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, created_at)
     values ($1, private.cycle_under_way($1), $2, $3, $4, now() - make_interval(hours => $5))`,
    [userId, JSON.stringify(answers), judged.outcome, judged.reasons, hoursAgo],
  );
}

/** Consultations are the clinician's, the notes beside them the coach's; each is signed by who wrote it. */
async function addNotes(query: Query, userId: string, patient: DemoPatient): Promise<void> {
  await writeAs(query, 'clinician@example.com');
  for (const [index, reference] of (patient.consultations ?? []).entries()) {
    await query(
      `insert into public.consultation_notes (user_id, consultation_reference, notes, created_at,
         author_id, author_name, author_role, signed_at)
       select $1, $2, $3, written_at, id, name, role, written_at
       from public.care_team, (select now() - make_interval(days => $4) as written_at) as day
       where email = 'clinician@example.com'`,
      [userId, reference, CONSULTATION_NOTES[reference], index === 0 ? 95 : 4],
    );
  }
  await writeAs(query, 'coach@example.com');
  for (const [index, { title, content }] of (patient.medicalNotes ? MEDICAL_NOTES : []).entries()) {
    await query(
      `insert into public.medical_notes (user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
       select $1, $2, current_date - $3::integer, $4, id, name, role, now() - make_interval(days => $3)
       from public.care_team where email = 'coach@example.com'`,
      [userId, title, 21 - index * 7, content],
    );
  }
  await writeAs(query, null);
}
