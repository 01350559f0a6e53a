import * as fc from 'fast-check';
import { REPORTED_OUTCOMES } from '../care-state/facts.ts';
import { dayIn } from '../contracts/fields/iso.ts';
import { LogPeriodRequest } from '../contracts/patient/log-period.ts';
import { ReportOutcomeRequest } from '../contracts/patient/report-outcome.ts';
import { ReportSymptomsRequest } from '../contracts/patient/report-symptoms.ts';
import { SubmitApplicatorUseSurveyRequest } from '../contracts/patient/submit-applicator-use-survey.ts';
import { SubmitBeforeTreatmentSurveyRequest } from '../contracts/patient/submit-before-treatment-survey.ts';
import { SubmitOvulationTestResultRequest } from '../contracts/patient/submit-ovulation-test-result.ts';
import { SubmitPregnancyTestResultRequest } from '../contracts/patient/submit-pregnancy-test-result.ts';
import { TreatmentDayRequest } from '../contracts/patient/treatment-day.ts';
import { PERIOD_KINDS } from '../cycle/period.ts';
import type { OutcomeRow, PeriodRow, ResultRow, SurveyRow, SymptomRow, TimerRow } from '../export/record.ts';
import { OVULATION_RESULTS } from '../results/ovulation.ts';
import { PREGNANCY_RESULTS } from '../results/pregnancy.ts';
import { CAP_WEAR, FEEDBACK } from '../surveys/applicator-use.ts';
import { CONFIDENCE } from '../surveys/before-treatment.ts';
import { storedDay, storedResponses } from '../surveys/testing.ts';
import { SIGNS, STRENGTHS } from '../symptoms/symptoms.ts';
import { isUrgent } from '../symptoms/urgent-report.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { DAY, instantFromIso, instantInUtc, isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { instantOf, localDate } from '../time/local.ts';
import { TREATMENT_DAY_ACTIONS } from '../treatment-day/events.ts';

/** After everything that is reported here. */
export const NOW: Instant = instantFromIso('2026-11-18T15:00:00Z');
/** The zones of patients when they report, and of patients or clinics when someone reads it. */
export const zone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
);

const moment = fc.integer({ min: instantFromIso('2026-01-01T00:00:00Z'), max: NOW - 3 * DAY });
const waited = fc.constantFrom(0, MINUTE, 7 * 60 * MINUTE, 2 * DAY);
/** PostgreSQL leaves out the zeros at the end of a second's fraction, and all of it at a whole second. */
const asStored = (at: Instant, fraction = '') => `${isoFromInstant(at).slice(0, 19)}${fraction}+00:00`;
const fraction = fc.constantFrom('', '.1', '.25', '.123', '.123456');
const LIND = { logged_by_name: 'Dr. Lind', logged_by_role: 'clinician' };
type ByTeam = { logged_by_name: string | null };
const BY_PATIENT = { logged_by_name: null, logged_by_role: null };

/** When and where something was reported, and when it arrived. */
const report = fc
  .record({ id: fc.uuid(), at: moment, zone, waits: waited, fraction })
  .map(({ id, at, zone: where, waits, fraction: part }) => ({
    id,
    at,
    where,
    day: localDate(at, where),
    arrivesAt: at + waits,
    created_at: asStored(at + waits, part),
  }));
type Report = typeof report extends fc.Arbitrary<infer One> ? One : never;

type StoredResult = ResultRow & {
  taken_on: LocalDate;
  taken_zone: string | null;
  logged_by_name: string | null;
};
const resultOf = (
  { id, created_at, where }: Report,
  taken: { at: Instant; on?: LocalDate; zone?: string | null },
  test: Pick<ResultRow, 'result_type' | 'result' | 'cycle_number'>,
  by: ByTeam = BY_PATIENT,
): StoredResult => ({
  id,
  ...test,
  taken_at: asStored(taken.at),
  taken_on: taken.on ?? localDate(taken.at, taken.zone ?? where),
  taken_zone: taken.zone === undefined ? where : taken.zone,
  created_at,
  ...by,
});

/** Logged right away, or kept on the device with its moment. */
const ovulationTest = fc
  .record({ of: report, result: fc.constantFrom(...OVULATION_RESULTS), isKept: fc.boolean() })
  .map(({ of, result, isKept }) => {
    const request = SubmitOvulationTestResultRequest.parse(
      isKept ? { result, takenAt: isoFromInstant(of.at), takenZone: of.where } : { result },
    );
    const at = request.takenAt === undefined ? of.arrivesAt : instantFromIso(request.takenAt);
    const test = { result_type: 'ovulation', result: request.result, cycle_number: null };
    return resultOf(of, { at, zone: of.where }, test);
  });
/** For another day than today the form sends noon. */
const pregnancyTest = fc
  .record({
    of: report,
    result: fc.constantFrom(...PREGNANCY_RESULTS),
    cycle: fc.constantFrom(1, 2, 3),
    isNoon: fc.boolean(),
  })
  .map(({ of, result, cycle, isNoon }) => {
    const at = isNoon ? Math.min(instantOf(of.day, '12:00', of.where), of.arrivesAt) : of.at;
    const request = SubmitPregnancyTestResultRequest.parse({ result, cycle, date: isoFromInstant(at) });
    const test = { result_type: 'PREGNANCY', result: request.result, cycle_number: request.cycle };
    return resultOf(of, { at: instantFromIso(request.date), zone: of.where }, test);
  });
/** The care team enters only the day, which the database keeps at noon UTC. */
const testByTeam = fc
  .record({ of: report, result: fc.constantFrom(...OVULATION_RESULTS) })
  .map(({ of, result }): StoredResult => {
    const test = { result_type: 'ovulation', result, cycle_number: null };
    const taken = { at: instantInUtc(of.day, '12:00'), on: of.day, zone: null };
    return resultOf(of, taken, test, LIND);
  });

const period = fc
  .record({
    of: report,
    kind: fc.constantFrom(...PERIOD_KINDS),
    by: fc.constantFrom(LIND, BY_PATIENT),
    isUndone: fc.boolean(),
  })
  .map(({ of, kind, by, isUndone }): PeriodRow & ByTeam => {
    const request = LogPeriodRequest.parse({ day: of.day, kind });
    const { id, created_at } = of;
    return Object.assign(request, by, { id, created_at, withdrawn_at: isUndone ? created_at : null });
  });

/** Since when: the form sends a day, the call also accepts a moment. */
const symptoms = fc
  .record({
    of: report,
    signs: fc.uniqueArray(fc.constantFrom(...SIGNS), { minLength: 1 }),
    strength: fc.constantFrom(...STRENGTHS),
    since: storedDay,
    words: fc.constantFrom(undefined, null, '', 'I fainted', 'Since Monday, 2026-11-02'),
    by: fc.constantFrom(LIND, BY_PATIENT),
  })
  .map(({ of, by, ...sent }): SymptomRow & ByTeam => {
    const { since, words, ...request } = ReportSymptomsRequest.parse(sent);
    const { id, created_at } = of;
    const urgent = isUrgent({ ...request, words });
    const stored = { id, since: dayIn(since, of.where), words: words || null, urgent, created_at };
    return Object.assign(request, by, stored);
  });

/** Without a day it is the one on which it arrives. */
const outcome = fc
  .record({
    of: report,
    kind: fc.constantFrom(...REPORTED_OUTCOMES),
    hasDay: fc.boolean(),
    until: fc.constantFrom(null, 7, 60),
    reason: fc.constantFrom(undefined, null, '', 'A journey'),
    isUndone: fc.boolean(),
  })
  .map(({ of, kind, hasDay, until, reason, isUndone }): OutcomeRow & { cycle: number; recorded_by: null } => {
    const request = ReportOutcomeRequest.parse({
      kind,
      ...(hasDay && { day: of.day }),
      ...(kind === 'pause' && until !== null && { until: addDays(of.day, until) }),
      reason,
    });
    const { id, created_at } = of;
    return {
      id,
      kind: request.kind,
      day: request.day ?? localDate(of.arrivesAt, of.where),
      until: request.until ?? null,
      reason: request.reason || null,
      resolved_to: null,
      cycle: 1,
      recorded_by: null,
      created_at,
      withdrawn_at: isUndone ? created_at : null,
    };
  });

const timer = fc
  .record({ of: report, action: fc.constantFrom(...TREATMENT_DAY_ACTIONS), isKept: fc.boolean() })
  .map(({ of, action, isKept }): TimerRow & { on_day: LocalDate; reported_at: string; cycle: number } => {
    const request = TreatmentDayRequest.parse({
      action,
      at: isoFromInstant(of.at),
      ...(isKept && { zone: of.where, reportedAt: isoFromInstant(of.arrivesAt) }),
    });
    const at = instantFromIso(request.at);
    const reported = request.reportedAt === undefined ? of.arrivesAt : instantFromIso(request.reportedAt);
    return {
      id: of.id,
      action: request.action,
      at: asStored(at),
      on_day: localDate(at, of.where),
      reported_at: asStored(Math.max(at, reported)),
      created_at: of.created_at,
      cycle: 1,
    };
  });

const applicatorSurvey = fc.record({ of: report, responses: storedResponses }).map(({ of, responses }) => {
  const request = SubmitApplicatorUseSurveyRequest.parse({ responses });
  return surveyRow(of, { survey: 'applicator-use', cycle_number: 1, answers: request.responses });
});
/** The care team asks fewer questions, or the day alone. */
const applicatorByTeam = fc
  .record({
    of: report,
    capWear: fc.constantFrom(null, ...CAP_WEAR),
    feedback: fc.constantFrom(null, ...FEEDBACK),
  })
  .map(({ of, capWear, feedback }) => {
    const answers = [of.day, '1', null, null, null, capWear, feedback, null];
    return surveyRow(of, { survey: 'applicator-use', cycle_number: 1, answers }, LIND);
  });
const beforeTreatment = fc
  .record({ of: report, response: fc.constantFrom(...CONFIDENCE) })
  .map(({ of, response }) =>
    surveyRow(of, {
      survey: 'before-treatment',
      cycle_number: null,
      answers: SubmitBeforeTreatmentSurveyRequest.parse({ response }),
    }),
  );
const surveyRow = (
  { id, created_at }: Report,
  survey: Pick<SurveyRow, 'survey' | 'cycle_number' | 'answers'>,
  by: ByTeam = BY_PATIENT,
): SurveyRow & ByTeam => ({ id, ...survey, created_at, ...by });

/** Asked for, then sent, then there; `arrived_at` is the patient's. */
const kit = fc
  .record({ of: report, isSent: fc.boolean(), hasArrived: fc.boolean() })
  .map(({ of, isSent, hasArrived }) => ({
    asked_at: of.created_at,
    person_name: 'Ada Admin',
    sent_on: isSent ? of.day : null,
    sent_at: isSent ? of.created_at : null,
    arrived_at: isSent && hasArrived ? asStored(of.arrivesAt + DAY) : null,
  }));

const several = <One>(one: fc.Arbitrary<One>) => fc.array(one, { maxLength: 4 });
const oldestFirst = <One extends { created_at: string }>(rows: readonly One[]): One[] =>
  rows.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
/** The database keeps one a day. */
const onePeriodADay = (rows: readonly (PeriodRow & ByTeam)[]) =>
  rows.filter(
    ({ day, withdrawn_at: undone }, at) =>
      undone !== null || rows.findIndex((row) => row.day === day && row.withdrawn_at === null) === at,
  );

/** Every row with a day or a moment that forms store, table by table as in the export. */
export const storedRows = fc.record({
  test_results: several(fc.oneof(ovulationTest, pregnancyTest, testByTeam)).map(oldestFirst),
  periods: several(period).map(onePeriodADay).map(oldestFirst),
  symptom_reports: several(symptoms).map(oldestFirst),
  outcome_events: several(outcome).map(oldestFirst),
  treatment_day_timers: several(timer).map(oldestFirst),
  survey_responses: several(fc.oneof(applicatorSurvey, applicatorByTeam, beforeTreatment)).map(oldestFirst),
  kit_requests: fc.array(kit, { maxLength: 1 }),
});
export type StoredRows = typeof storedRows extends fc.Arbitrary<infer Rows> ? Rows : never;
