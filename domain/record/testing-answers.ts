import { RecordFacts } from '../contracts/team/record-facts.ts';
import type { PregnancyResult } from '../results/pregnancy.ts';
import type { CapWear, Feedback } from '../surveys/applicator-use.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import type { LocalDate } from '../time/day.ts';
import { instantFromIso, momentIn } from '../time/instant.ts';
import { timedCaps } from '../treatment-day/events.ts';
import type { PatientRows } from '../worklist/facts-from-rows.ts';
import { FACTS } from './testing.ts';
import type { StoredRows } from './testing-stored.ts';

// The database's answer for stored rows: the same columns, under the names readers know.

const isApplicatorSurvey = ({ survey }: StoredRows['survey_responses'][number]) =>
  survey === 'applicator-use';
const isInForce = ({ withdrawn_at: undone }: { withdrawn_at: string | null }) => undone === null;
const whoLogged = ({ logged_by_name: name }: { logged_by_name: string | null }) =>
  name === null ? null : { name, role: 'clinician' };

/** The caps that count, with the day as the patient lived it: `private.caps_used`. */
export const capsOf = ({ treatment_day_timers: timers }: StoredRows) =>
  timedCaps(
    timers.map(({ id, action, at, on_day: on, reported_at: reportedAt }) => ({
      id,
      action,
      at: instantFromIso(at),
      on,
      reportedAt: instantFromIso(reportedAt),
    })),
  ).map(({ start }) => start);

/** Every day on which an applicator was used, once, oldest first. */
export const daysOfUse = (rows: StoredRows, zone: string): LocalDate[] => {
  const surveyed = rows.survey_responses
    .filter(isApplicatorSurvey)
    .flatMap(({ answers }) => dayOfUse(answers, zone) ?? []);
  return [...new Set([...capsOf(rows).map(({ on }) => on), ...surveyed])].sort();
};

/** `own_cycle`. */
export const ownCycleOf = (rows: StoredRows, zone: string) => ({
  periods: rows.periods
    .filter(isInForce)
    .map(({ id, day, kind, logged_by_name: loggedBy }) => ({ id, day, kind, loggedBy, isConfirmed: false }))
    .toSorted((one, other) => other.day.localeCompare(one.day)),
  bodySince: null,
  used: daysOfUse(rows, zone),
  statedLength: null,
  familySetUp: null,
  checks: [],
  symptomsToldAt: rows.symptom_reports.map(({ created_at: at }) => at),
  bleedings: rows.symptom_reports.filter(({ signs }) => signs.includes('bleeding')).map(({ since }) => since),
  urgent: null,
  openReport: null,
  today: {
    uses: [
      ...capsOf(rows).map(({ id, on }) => ({
        cycle: 1,
        on,
        capInAt: rows.treatment_day_timers.find((timer) => timer.id === id)!.at,
        reportedAt: null,
      })),
      ...rows.survey_responses.filter(isApplicatorSurvey).map(({ answers, created_at: reportedAt }) => ({
        cycle: 1,
        on: dayOfUse(answers, zone)!,
        capInAt: null,
        reportedAt,
      })),
    ],
    held: [],
    past: {},
  },
});

/** `private.record_facts`, through its contract. */
export const recordFactsOf = (rows: StoredRows): RecordFacts =>
  RecordFacts.parse({
    ...Object.fromEntries(Object.keys(FACTS).map((kind) => [kind, []])),
    bodySince: null,
    results: rows.test_results.map((row) => ({
      id: row.id,
      type: row.result_type,
      result: row.result,
      cycle: row.cycle_number,
      takenAt: row.taken_at,
      takenOn: row.taken_on,
      receivedAt: row.created_at,
      loggedBy: whoLogged(row),
    })),
    surveys: rows.survey_responses.map((row) => ({
      id: row.id,
      survey: row.survey,
      answers: row.answers,
      at: row.created_at,
      loggedBy: whoLogged(row),
      canUndo: false,
    })),
    outcomes: rows.outcome_events.map((row) => ({
      id: row.id,
      kind: row.kind,
      day: row.day,
      cycle: row.cycle,
      until: row.until,
      reason: row.reason,
      resolvedTo: row.resolved_to,
      receivedAt: row.created_at,
      who: null,
      takenBack: row.withdrawn_at === null ? null : { at: row.withdrawn_at, who: null },
    })),
    symptoms: rows.symptom_reports.map((row) => ({
      id: row.id,
      signs: row.signs,
      strength: row.strength,
      since: row.since,
      words: row.words,
      urgent: row.urgent,
      at: row.created_at,
      loggedBy: whoLogged(row),
      canUndo: false,
    })),
    periods: rows.periods.filter(isInForce).map((row) => ({
      id: row.id,
      kind: row.kind,
      day: row.day,
      at: row.created_at,
      loggedBy: whoLogged(row),
      isOfPresentBody: true,
    })),
    timers: rows.treatment_day_timers.map((row) => ({
      id: row.id,
      action: row.action,
      at: row.at,
      on: row.on_day,
      reportedAt: row.reported_at,
    })),
  });

/** `private.attention_rows`, of one patient in treatment. */
export const patientRowsOf = (rows: StoredRows, timeZone: string): PatientRows => ({
  id: 'patient',
  coachId: null,
  timeZone,
  isInTreatment: true,
  pregnancyTests: rows.test_results
    .filter(({ result_type: type }) => type === 'PREGNANCY')
    .map(({ id, result, cycle_number: cycle, taken_on: takenOn, created_at: at }) => ({
      id,
      result: result as PregnancyResult,
      cycle: cycle!,
      takenOn,
      receivedAt: momentIn(at),
    })),
  ovulationTests: rows.test_results
    .filter(({ result_type: type }) => type === 'ovulation')
    .map(({ id, result, taken_on: takenOn, taken_at: at }) => ({ id, result, takenOn, at: momentIn(at) })),
  events: rows.outcome_events.filter(isInForce).map(({ id, kind, day, cycle, until, created_at: at }) => ({
    id,
    kind,
    day,
    cycle,
    until,
    resolvedTo: null,
    byTeam: false,
    receivedAt: momentIn(at),
  })),
  periods: rows.periods
    .filter(isInForce)
    .map(({ id, day, kind, created_at: at }) => ({ id, day, kind, at: momentIn(at) })),
  bodySince: null,
  statedLength: null,
  symptoms: rows.symptom_reports.map(({ id, urgent, signs, strength, since, words, created_at: at }) => ({
    id,
    at: momentIn(at),
    isUrgent: urgent,
    signs: [...signs],
    strength,
    since,
    words,
  })),
  timers: rows.treatment_day_timers.map(({ id, action, at, on_day: on, reported_at: reportedAt }) => ({
    id,
    action,
    at: momentIn(at),
    on,
    reportedAt: momentIn(reportedAt),
  })),
  applicatorSurveys: rows.survey_responses
    .filter(isApplicatorSurvey)
    .map(({ id, cycle_number: cycle, answers, created_at: at }) => {
      const [usedOn, , , , , capWear, feedback] = answers as (string | null)[];
      return {
        id,
        at: momentIn(at),
        cycle,
        usedOn: usedOn!,
        capWear: capWear as CapWear,
        feedback: feedback as Feedback,
      };
    }),
  uncertain: [],
  safetyChecks: [],
  calls: [],
  consulted: null,
  followUps: [],
  messagesWaiting: [],
  messagesUnread: [],
  concerns: [],
  spokeAt: null,
  lastLogAt: null,
  lastPhaseAt: null,
});
