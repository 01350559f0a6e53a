import type { ClinicHours } from '../coach/clinic-hours.ts';
import { inOrder, type CareFacts, type OutcomeEvent, type PregnancyFact } from '../care-state/facts.ts';
import { after, AT_THE_START } from '../care-state/transitions.ts';
import { startOf } from '../contracts/fields/iso.ts';
import { factsOf as cycleFactsOf, type CycleRows } from '../cycle/facts-from-rows.ts';
import { testingSince } from '../cycle/testing-since.ts';
import { isCycleOver } from '../next-step/cycle-over.ts';
import { levelOf } from '../results/level.ts';
import type { Concern } from '../messages/concerns.ts';
import type { Kept } from '../messages/holder.ts';
import type { SafetyOutcome } from '../safety/safety-outcome.ts';
import { asksForDetails, TOO_LONG_IN_PLACE, type Feedback } from '../surveys/applicator-use.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { instantOf, localDate } from '../time/local.ts';
import { timedCaps, treatmentDayOf, type TreatmentDayEvent } from '../treatment-day/events.ts';
import { CAP_LATE_AFTER, isCapIn } from '../treatment-day/treatment-day.ts';
import { bleedingsIn, symptomsIn } from './bleedings.ts';
import type { AppointmentFact, Entry, PatientFacts } from './facts.ts';

type Ovulation = Entry & { result: string; takenOn: LocalDate };
type ApplicatorSurvey = Entry & {
  cycle: number | null;
  usedOn: string;
  /** Null where the care team logged it without. */
  capWear: string | null;
  feedback: Feedback | null;
};

/** One patient's rows from `private.attention_rows`. Moments are in milliseconds. */
export type PatientRows = {
  id: string;
  coachId: string | null;
  /** For the patient's days; null while it is unknown. */
  timeZone: string | null;
  /** Treatment is in progress: its stage is the patient's. */
  isInTreatment: boolean;
  pregnancyTests: PregnancyFact[];
  events: OutcomeEvent[];
  ovulationTests: Ovulation[];
  periods: (Omit<CycleRows['periods'][number], 'day'> & Entry & { day: LocalDate })[];
  /** When the current applicator user started; only their periods count. */
  bodySince: LocalDate | null;
  statedLength: CycleRows['statedLength'];
  symptoms: (Entry & {
    isUrgent: boolean;
    signs: string[];
    strength: string;
    since: LocalDate;
    words: string | null;
  })[];
  /** `on` is the patient's local day. */
  timers: (Entry & TreatmentDayEvent & { on: LocalDate })[];
  applicatorSurveys: ApplicatorSurvey[];
  uncertain: Entry[];
  safetyChecks: (Entry & {
    /** When it was first sent: a correction is a row of its own. */
    firstAt: Instant;
    outcome: SafetyOutcome;
    isCleared: boolean;
    reasons: string[];
    answers: Record<string, string>;
  })[];
  messagesWaiting: (Entry & {
    dueAt: Instant;
    lastAt: Instant;
    topic: string;
    firstWords: string;
    keptBy: Kept[];
  })[];
  followUps: (Entry & { dueAt: Instant; toId: string; text: string })[];
  messagesUnread: Entry[];
  concerns: (Entry & { concern: Concern })[];
  calls: AppointmentFact[];
  consulted: PatientFacts['consulted'];
  /** When the care team last spoke with a patient who had a loss. */
  spokeAt: Instant | null;
  lastLogAt: Instant | null;
  lastPhaseAt: Instant | null;
};

/** Only for administrators. */
export type AdministrativeRows = Pick<
  PatientFacts,
  'id' | 'kitRequest' | 'kitSent' | 'mailsParked' | 'deletion' | 'officeCallsHostAway'
>;

const NOTHING_ADMINISTRATIVE = {
  kitRequest: null,
  kitSent: null,
  mailsParked: [],
  deletion: null,
  officeCallsHostAway: [],
};

/** Nothing about health is known for an administrator's item. */
export const administrativeFacts = (rows: AdministrativeRows, clinic: ClinicHours): PatientFacts => ({
  ...NOBODYS_HEALTH,
  ...rows,
  clinic,
});

const NOBODYS_HEALTH: Omit<PatientFacts, 'id' | 'clinic'> = {
  name: '',
  coachId: null,
  careState: 'treatment',
  care: { results: [], events: [] },
  symptoms: [],
  capIn: null,
  lateCaps: [],
  applicatorSurveys: [],
  uncertainBeforeTreatment: [],
  safetyCheckHeld: null,
  followUps: [],
  messagesWaiting: [],
  messagesUnread: [],
  concerns: [],
  invalidTests: [],
  calls: [],
  consulted: null,
  testFrom: null,
  spokeAt: null,
  lastLogAt: null,
  lastPeak: null,
  lastPeriodOn: null,
  lastPhaseAt: null,
  lastApplicatorSurveyAt: null,
  applicatorWithoutTest: null,
  ...NOTHING_ADMINISTRATIVE,
};

/** What the rules read, from the stored rows. The name is not included: showing a name is logged. */
export function patientFacts(rows: PatientRows, clinic: ClinicHours, now: Instant): PatientFacts {
  const zone = rows.timeZone ?? clinic.zone;
  const care: CareFacts = { results: rows.pregnancyTests, events: rows.events };
  const careState = inOrder(care).reduce(after, AT_THE_START).state;
  const surveys = byMoment(rows.applicatorSurveys);
  const tests = byMoment(rows.ovulationTests);
  const peak = tests.findLast(({ result }) => levelOf(result) === 'peak');
  return {
    ...NOBODYS_HEALTH,
    id: rows.id,
    coachId: rows.coachId,
    clinic,
    careState,
    care,
    symptoms: [
      ...symptomsIn(rows.symptoms, { care, careState, zone }),
      ...bleedingsIn(rows.periods, { care, careState, zone }),
    ],
    capIn: capIn(rows.timers),
    lateCaps: lateCaps(rows.timers),
    applicatorSurveys: surveys
      .map((survey, place) => ({
        ...survey,
        isFirst: surveys.slice(0, place).every(({ cycle }) => cycle !== survey.cycle),
      }))
      .map(({ id, at, usedOn, capWear, feedback, isFirst }) => ({
        id,
        at,
        on: dayOfUse([usedOn], zone),
        wasEasy: feedback === null || !asksForDetails(feedback),
        capTooLong: capWear === TOO_LONG_IN_PLACE,
        isFirst,
      })),
    uncertainBeforeTreatment: rows.uncertain,
    safetyCheckHeld: heldBy(rows.safetyChecks),
    invalidTests: tests
      .slice(tests.findLastIndex(({ result }) => levelOf(result) !== 'invalid') + 1)
      .map(({ id, at }) => ({ id, at })),
    followUps: rows.followUps,
    messagesWaiting: rows.messagesWaiting,
    messagesUnread: rows.messagesUnread,
    concerns: rows.concerns,
    calls: rows.calls,
    consulted: rows.consulted,
    testFrom: rows.isInTreatment ? testFromOf(rows, { careState, zone, now }) : null,
    spokeAt: rows.spokeAt,
    lastLogAt: rows.lastLogAt,
    lastPeak: peak ? { id: peak.id, at: peak.at, on: peak.takenOn } : null,
    lastPeriodOn: lastPeriodOf(rows),
    lastPhaseAt: rows.lastPhaseAt,
    lastApplicatorSurveyAt: surveys.at(-1)?.at ?? null,
    applicatorWithoutTest: applicatorWithoutTest(rows, zone),
  };
}

const byMoment = <Row extends Entry>(entries: readonly Row[]): Row[] =>
  entries.toSorted((one, other) => one.at - other.at || one.id.localeCompare(other.id));

const entryOf = (entry: Entry | undefined): Entry | null => (entry ? { id: entry.id, at: entry.at } : null);

/** All blocks are cleared together, under the latest, so all their answers are shown. */
function heldBy(checks: PatientRows['safetyChecks']): PatientFacts['safetyCheckHeld'] {
  const held = byMoment(checks).filter(({ outcome, isCleared }) => outcome !== 'ready' && !isCleared);
  const newest = held.at(-1);
  if (!newest) return null;
  const answers = new Map(
    held.flatMap((check) => check.reasons.map((question) => [question, check.answers[question]] as const)),
  );
  return {
    id: newest.id,
    at: newest.at,
    firstAt: Math.min(...held.map(({ firstAt }) => firstAt)),
    answers: [...answers].map(([question, answer]) => ({ question, answer })),
  };
}

function capIn(timers: PatientRows['timers']): Entry | null {
  if (!isCapIn(treatmentDayOf(timers))) return null;
  return entryOf(timedCaps(timers).at(-1)?.start);
}

const lateCaps = (timers: PatientRows['timers']): Entry[] =>
  timedCaps(timers)
    .filter(({ start, removedAt }) => removedAt !== null && removedAt >= start.at + CAP_LATE_AFTER)
    .map(({ start }) => ({ id: start.id, at: start.at }));

type Where = { careState: CycleRows['careState']; zone: string; now: Instant };

function testFromOf(rows: PatientRows, { careState, zone, now }: Where): Entry | null {
  const facts = cycleFactsOf({
    periods: rows.periods,
    bodySince: rows.bodySince,
    results: rows.ovulationTests.map(({ result, takenOn, at }) => ({
      type: 'ovulation',
      result,
      takenOn,
      loggedAt: at,
    })),
    applicatorsUsedOn: usesOf(rows, zone).map(({ on }) => on),
    events: rows.events,
    statedLength: rows.statedLength,
    careState,
  });
  const since = testingSince(facts, localDate(now, zone));
  if (since === null) return null;
  // If there are two on one day, always picks the same one, because the item's key is made from it.
  const [id] = rows.periods
    .filter(({ day }) => day === since.startedOn)
    .map((period) => period.id)
    .toSorted();
  return { id: id!, at: instantOf(since.testFrom, '00:00', zone) };
}

/** Each applicator as reported by a timer or a survey, often by both. */
const usesOf = ({ timers, applicatorSurveys }: PatientRows, zone: string) => [
  ...timedCaps(timers).map(({ start: { id, at, on } }) => ({ id, at, on })),
  ...applicatorSurveys.flatMap(({ id, usedOn }) => {
    const on = dayOfUse([usedOn], zone);
    return on === null ? [] : [{ id, at: startOf(usedOn), on }];
  }),
];

/** A period since then has ended the cycle, so no test is missing. */
function applicatorWithoutTest(rows: PatientRows, zone: string): Entry | null {
  const last = byMoment(usesOf(rows, zone)).at(-1);
  if (!last) return null;
  const isTested = rows.pregnancyTests.some(({ receivedAt }) => receivedAt >= last.at);
  return isTested || isCycleOver([last.on], lastPeriodOf(rows)) ? null : entryOf(last);
}

const lastPeriodOf = ({ periods }: PatientRows): LocalDate | null =>
  periods
    .filter(({ kind }) => kind === 'period')
    .map(({ day }) => day)
    .toSorted()
    .at(-1) ?? null;
