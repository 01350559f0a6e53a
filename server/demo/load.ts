import { findStep } from '../../domain/journey/definition.ts';
import { askedOf, safetyOutcome } from '../../domain/safety/safety-outcome.ts';
import { listResponses } from '../../domain/surveys/list-responses.ts';
import { isUrgent } from '../../domain/symptoms/urgent-report.ts';
import type { Keys } from '../auth/keys.ts';
import type { Query } from '../database/query-types.ts';
import type { Services } from '../services.ts';
import { openCall } from './appointments.ts';
import { dateAuditLines } from './audit-times.ts';
import { addBeginnings, withOwnHistory } from './add-beginnings.ts';
import { addCare, addWaitingMessage, writeAs } from './care.ts';
import { addClinic } from './clinic.ts';
import type { Clock } from './generator/calls.ts';
import { DEMO_SEED, demoClinic } from './generator/clinic.ts';
import type { Life } from './generator/life.ts';
import type { MailContext } from './host-mail.ts';
import { addLostMailbox } from './lost-mailbox.ts';
import type { FileServices } from './message-files.ts';
import { momentSql, TODAY } from './moments.ts';
import type { DemoPatient } from './patients.ts';
import { addOwnCalendar } from './own-calendar.ts';
import { keepDemoPeople, type DemoPerson } from './people.ts';
import { settlePast } from './settle.ts';
import { addSignIns } from './sign-ins.ts';
import { DEMO_TEAM, DEMO_TIME_ZONE } from './team.ts';
import { addSavedReplies, addTemplates } from './templates.ts';

/** The people for the demo desk. */
const peopleOf = (lives: Life[]): DemoPerson[] => [
  ...inChapters(lives).map(({ patient: { email, first, last, summary }, chapter }) => ({
    email,
    side: 'patient' as const,
    name: `${first} ${last}`,
    chapter,
    summary,
  })),
  ...DEMO_TEAM.map(({ email, name, role, summary }) => ({
    email,
    side: 'team' as const,
    name,
    chapter: ROLES[role],
    summary,
  })),
];

const CHAPTERS = ['Getting started', 'Getting ready', 'In treatment', 'After treatment'] as const;
const ROLES = { coach: 'Coaches', clinician: 'Clinicians', administrator: 'Administrator' };

/** In the order of the plan. */
const inChapters = (lives: Life[]) =>
  lives
    .map((life) => ({ ...life, chapter: CHAPTERS[chapterOf(life.patient)]! }))
    .sort((one, other) => CHAPTERS.indexOf(one.chapter) - CHAPTERS.indexOf(other.chapter));

function chapterOf({ at, outcomes = [], pregnancyTests = [] }: DemoPatient): number {
  const isOver =
    outcomes.some(({ kind }) => kind === 'loss') ||
    pregnancyTests.some(({ result }) => result === 'positive');
  const stage = at ? findStep(at.phase, at.cycle ?? null)!.stage.number : 1;
  return isOver ? CHAPTERS.length - 1 : stage - 1;
}

type DemoContext = { portal: MailContext['portal']; keys: Keys; seed?: number };

/** Loads the demonstration once, on the first start of an empty database. */
export async function loadDemo(
  services: FileServices & Pick<Services, 'database'>,
  { portal, keys, seed = DEMO_SEED }: DemoContext,
): Promise<void> {
  await services.database.transaction(async (query) => {
    const first = await query(
      `insert into portal_server.facts (name, value) values ('demo', to_jsonb(now())) on conflict do nothing returning name`,
    );
    const lives = demoClinic(seed, await clockOf(query));
    if (first.rowCount !== 0) {
      await addClinic(query);
      await addTemplates(query);
      await addSignIns(query, keys);
      await addSavedReplies(query);
      await addLives(query, services, lives, portal.siteUrl);
    }
    await openCall(query, { portal, signCallToken: keys.sign });
    if (first.rowCount !== 0) {
      await addOwnCalendar(query);
      await addLostMailbox(query);
    }
  });
}

async function clockOf(query: Query): Promise<Clock> {
  const { rows } = await query<Clock>(
    `select extract(isodow from ${TODAY})::integer as weekday,
       extract(hour from now() at time zone '${DEMO_TIME_ZONE}')::integer as hour`,
  );
  return rows[0]!;
}

async function addLives(query: Query, services: FileServices, lives: Life[], siteUrl: string): Promise<void> {
  const ids: string[] = [];
  await withOwnHistory(query, async () => {
    for (const life of lives) {
      const id = await addBeginnings(query, life, siteUrl);
      if (id === null) continue;
      await addLife(query, services, id, life);
      ids.push(id);
    }
  });
  await settlePast(query, ids);
  await dateAuditLines(query);
  await keepDemoPeople(query, peopleOf(lives));
  // Events from weeks ago aren't news, so the mailbox starts empty.
  await query('delete from public.outbox where user_id = any ($1)', [ids]);
}

async function addLife(query: Query, services: FileServices, id: string, life: Life): Promise<void> {
  const { patient } = life;
  await addIdentity(query, id, life);
  if (life.kit) await addKit(query, id, life.kit, life);
  await addProgress(query, id, life);
  await addCalls(query, id, life);
  await addResults(query, id, life);
  await addApplicators(query, id, life);
  await addPeriods(query, id, life);
  await addOutcomes(query, id, life);
  await addSafetyChecks(query, id, life);
  if (patient.symptoms) await addSymptoms(query, id, patient.symptoms);
  await addNotes(query, id, life);
  if (!patient.hasNewNotes) await openNotes(query, id);
  if (patient.alert) await addAlert(query, id, patient.alert, coachOf(patient));
  await addCare(query, services, id, patient.care ?? {}, life.joinedDaysAgo!);
  if (patient.waits) await addWaitingMessage(query, id, patient.waits);
}

const addIdentity = (query: Query, userId: string, { patient }: Life) =>
  query(`update public.customers set pronouns = $2 where user_id = $1`, [
    userId,
    patient.pronouns ?? 'she/her',
  ]);

/**
 * The rows that the forms would store: the coach requests the kit, the patient enters an address, an
 * administrator sends it, and the patient confirms its arrival.
 */
async function addKit(
  query: Query,
  userId: string,
  kit: NonNullable<Life['kit']>,
  { zone, address, patient, minutes }: Life,
): Promise<void> {
  const { askedDaysAgo, sentDaysAgo, arrivedDaysAgo, hasAddress, trackingUrl } = kit;
  if (hasAddress) {
    const { line1, line2, city, state, zip } = address;
    await query(
      `update public.customers set shipping_line1 = $2, shipping_line2 = $3, shipping_city = $4, shipping_state = $5,
         shipping_zip = $6 where user_id = $1`,
      [userId, line1, line2, city, state, zip],
    );
    await query(
      `update public.customers set shipping_changed_at = ${momentSql('$2', '$3', '$4')} where user_id = $1`,
      [userId, askedDaysAgo, '18:50', zone],
    );
  }
  await query(
    `insert into public.kit_requests (user_id, person_id, person_name, asked_at, sent_on, sent_at, arrived_at)
     select $1, id, name, ${momentSql('$2', "'17:40'", '$8')}, ${TODAY} - $3::integer,
       ${momentSql('$3', "'11:00'", '$5')} + make_interval(mins => $7), ${momentSql('$4', "'13:00'", '$5')} + make_interval(mins => $7)
     from public.care_team where email = $6`,
    [userId, askedDaysAgo, sentDaysAgo, arrivedDaysAgo, zone, coachOf(patient), minutes, DEMO_TIME_ZONE],
  );
  if (trackingUrl)
    await query('update public.customers set tracking_url = $2 where user_id = $1', [userId, trackingUrl]);
}

const coachOf = ({ care }: DemoPatient): string => care?.coach ?? 'coach@example.com';

/** Phases that a call completes when it is over. */
const ENDS_WITH_CALL = new Set(['consultation-prep', 'consultation']);

async function addProgress(query: Query, userId: string, { completed, zone, minutes }: Life): Promise<void> {
  for (const [index, { phase, stage, cycle, daysAgo }] of completed.entries()) {
    await query(
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, completed_at)
       values ($1, $2, $3, $4, ${momentSql('$5', '$8', '$6')} + make_interval(mins => $7))`,
      [
        userId,
        phase,
        stage,
        cycle,
        daysAgo,
        ...(ENDS_WITH_CALL.has(phase)
          ? [DEMO_TIME_ZONE, index, '17:05']
          : [zone, index + (minutes >> 1), '15:00']),
      ],
    );
  }
}

/** Past calls have the outcome their host recorded. Hosts work in the clinic's zone, New York. */
async function addCalls(query: Query, userId: string, { calls, zone }: Life): Promise<void> {
  for (const { type, host, daysAgo, at, outcome } of calls) {
    await query(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone,
         outcome, outcome_at, created_at)
       select $1, host.id, types.id, at, ends, ends, $6, case when ends < now() then $8 end,
         case when ends < now() and $8 is not null then least(now(), ends + interval '4 minutes') end, least(now() - interval '20 hours', at - interval '3 days')
       from public.appointment_types as types
       join public.care_team as host on host.email = $3
       cross join (select ${momentSql('$4', '$5', '$7')} as at) as moment
       cross join lateral (select at + make_interval(mins => types.duration_minutes) as ends) as span
       where types.slug = $2`,
      [userId, type, host, daysAgo, at, zone, DEMO_TIME_ZONE, outcome],
    );
  }
}

async function addResults(query: Query, userId: string, { patient, zone, minutes }: Life): Promise<void> {
  const add = (type: string, result: string, cycle: number | null, daysAgo: number) =>
    query(
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, created_at, taken_zone)
       select $1, $2, $3, $4, taken_at, taken_at + interval '2 minutes', $6
       from (select ${momentSql('$5', "'06:25'", '$6')} + make_interval(mins => 2 * $7 + $5 * 7 % 23) as taken_at) as day`,
      [userId, type, result, cycle, daysAgo, zone, minutes],
    );
  for (const { result, daysAgo } of patient.ovulation ?? []) await add('ovulation', result, null, daysAgo);
  for (const { result, cycle, daysAgo } of patient.pregnancyTests ?? [])
    await add('PREGNANCY', result, cycle, daysAgo);
}

/** The answers in the form the portal sends. The day has no hour. */
async function addApplicators(query: Query, userId: string, { uses, zone, minutes }: Life): Promise<void> {
  for (const { daysAgo, cycle, answers } of uses) {
    await query(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers, created_at)
       values ($1, 'applicator-use', $2, jsonb_set($3, '{0}', to_jsonb(${TODAY} - $4::integer)),
         ${momentSql('$4', "'14:35'", '$5')} + make_interval(mins => $6))`,
      [
        userId,
        cycle,
        JSON.stringify(listResponses({ ...answers, inseminationDate: '' }, cycle)),
        daysAgo,
        zone,
        minutes,
      ],
    );
  }
}

/** A period from before the patient joined is logged on the day they join. */
async function addPeriods(
  query: Query,
  userId: string,
  { patient, zone, joinedDaysAgo, minutes }: Life,
): Promise<void> {
  for (const daysAgo of patient.periods ?? []) {
    await query(
      `insert into public.periods (user_id, day, kind, created_at)
       values ($1, ${TODAY} - $2::integer, 'period', ${momentSql('$3', "'08:30'", '$4')} + make_interval(mins => $5))`,
      [userId, daysAgo, Math.min(daysAgo, joinedDaysAgo!), zone, minutes],
    );
  }
}

async function addOutcomes(query: Query, userId: string, { patient, zone }: Life): Promise<void> {
  for (const { kind, daysAgo, untilInDays = null, reason = null } of patient.outcomes ?? []) {
    await query(
      `insert into public.outcome_events (user_id, kind, day, cycle, until, reason, created_at)
       values ($1, $2, ${TODAY} - $3::integer, private.treatment_cycle($1), ${TODAY} + $4::integer, $5,
         ${momentSql('$3', "'09:10'", '$6')})`,
      [userId, kind, daysAgo, untilInDays, reason, zone],
    );
  }
}

type Check = {
  cycle: number | null;
  moment: string;
  peakDaysAgo: number | null;
  notSure: string[];
  isFirst: boolean;
};

/** One check before the first applicator of each cycle. A patient's story may replace it. */
async function addSafetyChecks(query: Query, userId: string, life: Life): Promise<void> {
  const { uses, patient, zone, minutes } = life;
  for (const cycle of new Set(uses.map((use) => use.cycle))) {
    const peakDaysAgo = Math.max(...uses.filter((use) => use.cycle === cycle).map(({ daysAgo }) => daysAgo));
    const moment = `(${momentSql(String(peakDaysAgo), "'09:05'", `'${zone}'`)} + interval '${minutes} minutes')`;
    await addSafetyCheck(query, userId, life, {
      cycle,
      moment,
      peakDaysAgo,
      notSure: [],
      isFirst: cycle === 1,
    });
  }
  if (!patient.safetyCheck) return;
  const { hoursAgo, notSure } = patient.safetyCheck;
  const moment = `(now() - interval '${hoursAgo} hours')`;
  await addSafetyCheck(query, userId, life, {
    cycle: null,
    moment,
    peakDaysAgo: null,
    notSure,
    isFirst: true,
  });
}

/** Evaluated as in `submit-safety-check`. */
async function addSafetyCheck(
  query: Query,
  userId: string,
  { answers: { hasDonor } }: Life,
  { cycle, moment, peakDaysAgo, notSure, isFirst }: Check,
): Promise<void> {
  const situation = {
    hasDonor,
    isPeakDay: peakDaysAgo !== null,
    hasAnsweredBefore: !isFirst,
    hasValidCheck: false,
  };
  const answers = Object.fromEntries(
    askedOf({}, situation).map(({ id, leadsTo }) => [
      id,
      notSure.includes(id) ? 'not-sure' : leadsTo.no ? 'yes' : 'no',
    ]),
  );
  const judged = safetyOutcome(answers, situation);
  if (!('outcome' in judged)) throw new Error('A question of the safety check is not answered');
  await query(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, peak_day, created_at)
     values ($1, coalesce($2, private.cycle_under_way($1)), $3, $4, $5, ${TODAY} - $6::integer, ${moment})`,
    [userId, cycle, JSON.stringify(answers), judged.outcome, judged.reasons, peakDaysAgo],
  );
}

/** `domain/symptoms` decides whether it is urgent. */
const addSymptoms = (
  query: Query,
  userId: string,
  { minutesAgo, signs, strength }: NonNullable<DemoPatient['symptoms']>,
) =>
  query(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent, created_at)
     values ($1, $2, $3, ${TODAY}, $4, now() - make_interval(mins => $5))`,
    [userId, signs, strength, isUrgent({ signs, strength }), minutesAgo],
  );

/** The clinician writes consultation notes, the coach the others. Each author signs after the call. */
async function addNotes(query: Query, userId: string, life: Life): Promise<void> {
  await writeAs(query, 'clinician@example.com');
  for (const { reference, content, daysAgo } of life.consultationNotes) {
    await query(
      `insert into public.consultation_notes (user_id, consultation_reference, notes, created_at,
         author_id, author_name, author_role, signed_at)
       select $1, $2, $3, written_at, id, name, role, written_at
       from public.care_team, (select ${momentSql('$4', "'16:50'", '$5')} as written_at) as day
       where email = 'clinician@example.com'`,
      [userId, reference, content, daysAgo, DEMO_TIME_ZONE],
    );
  }
  const coach = coachOf(life.patient);
  await writeAs(query, coach);
  for (const { title, content, daysAgo, at } of life.coachNotes) {
    await query(
      `insert into public.medical_notes (user_id, title, noted_on, content, author_id, author_name, author_role, signed_at, created_at)
       select $1, $2, ${TODAY} - $3::integer, $4, id, name, role, signed, signed
       from public.care_team, (select ${momentSql('$3', '$5', '$6')} as signed) as moment where email = $7`,
      [userId, title, daysAgo, content, at, DEMO_TIME_ZONE, coach],
    );
  }
  await writeAs(query, null);
}

/** Marks the notes as read, if the server may write to the log. Only then does Home show the next step. */
const openNotes = (query: Query, userId: string) =>
  query(
    `insert into public.audit_log (at, actor_id, actor_role, action, kind, subject_id)
     select signed_at + interval '90 minutes', $1, 'authenticated', 'read', 'consultation_notes', $1
     from public.consultation_notes
     where user_id = $1 and has_table_privilege('public.audit_log', 'insert')`,
    [userId],
  );

async function addAlert(query: Query, userId: string, text: string, by: string): Promise<void> {
  await writeAs(query, by);
  await query(
    `insert into public.patient_alerts (user_id, text, person_id, person_name, person_role, added_at)
     select $1, $2, id, name, role, ${momentSql('3', "'11:40'", '$4')} from public.care_team where email = $3`,
    [userId, text, by, DEMO_TIME_ZONE],
  );
  await writeAs(query, null);
}
