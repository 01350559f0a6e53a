import { inOrder, type CareFacts, type OutcomeEvent, type PregnancyFact } from '../care-state/facts.ts';
import { after, AT_THE_START } from '../care-state/transitions.ts';
import { dayIn, startOf } from '../contracts/fields/iso.ts';
import { factsOf as cycleFactsOf, type CycleRows } from '../cycle/facts-from-rows.ts';
import { testingSince } from '../cycle/testing-since.ts';
import { levelOf } from '../results/level.ts';
import type { Concern } from '../messages/concern.ts';
import type { SafetyOutcome } from '../safety/safety-outcome.ts';
import { asksForDetails, TOO_LONG_IN_PLACE, type Feedback } from '../surveys/applicator-use.ts';
import type { LocalDate } from '../time/day.ts';
import { isoFromInstant, type Instant } from '../time/instant.ts';
import { instantOf, localDate } from '../time/local.ts';
import { isTimeZone } from '../time/zone.ts';
import { treatmentDayOf, withoutReset, type TreatmentDayEvent } from '../treatment-day/events.ts';
import { isCapIn } from '../treatment-day/treatment-day.ts';
import type { AppointmentFact, Entry, PatientFacts } from './facts.ts';

type Ovulation = Entry & { result: string; takenOn: LocalDate };
type ApplicatorSurvey = Entry & {
  cycle: number | null;
  usedOn: string;
  capWear: string;
  feedback: Feedback;
};

/** One patient's rows as `private.attention_rows` gathers them. Moments are in milliseconds. */
export type PatientRows = {
  id: string;
  coachId: string | null;
  /** Where the patient is, as far as anybody knows. */
  timeZone: string | null;
  /** Treatment has begun and goes on: its stage is the patient's. */
  isInTreatment: boolean;
  pregnancyTests: PregnancyFact[];
  events: OutcomeEvent[];
  ovulationTests: Ovulation[];
  periods: (Omit<CycleRows['periods'][number], 'day'> & { id: string; day: LocalDate })[];
  /** Since when the applicator is used by whoever uses it now; the periods are theirs alone. */
  bodySince: LocalDate | null;
  statedLength: CycleRows['statedLength'];
  symptoms: (Entry & { isUrgent: boolean })[];
  timers: (Entry & TreatmentDayEvent)[];
  applicatorSurveys: ApplicatorSurvey[];
  uncertain: Entry[];
  safetyChecks: (Entry & { cycle: number; outcome: SafetyOutcome; isCleared: boolean })[];
  messagesWaiting: (Entry & { dueAt: Instant })[];
  messagesUnread: Entry[];
  concerns: (Entry & { concern: Concern })[];
  calls: AppointmentFact[];
  lastLogAt: Instant | null;
};

/** What is of the administrators alone. */
export type AdministrativeRows = Pick<
  PatientFacts,
  'id' | 'kitRequest' | 'kitSent' | 'mailsParked' | 'deletion'
> & {
  timeZone: string | null;
};

export const NOWHERE = 'UTC';

/** The first that is a place: the clinic's hours run by the clinic's clock, or the patient's where it has named none. */
export const zoneOf = (...known: (string | null | undefined)[]): string =>
  known.find((zone) => zone != null && isTimeZone(zone)) ?? NOWHERE;

const NOTHING_ADMINISTRATIVE = { kitRequest: null, kitSent: null, mailsParked: [], deletion: null };

/** Of an administrator's item nothing of health is known. */
export const administrativeFacts = (
  { timeZone, ...rows }: AdministrativeRows,
  clinicZone: string | null,
): PatientFacts => ({
  ...NOBODYS_HEALTH,
  ...rows,
  zone: zoneOf(clinicZone, timeZone),
});

const NOBODYS_HEALTH: Omit<PatientFacts, 'id' | 'zone'> = {
  name: '',
  coachId: null,
  careState: 'treatment',
  care: { results: [], events: [] },
  symptoms: [],
  capIn: null,
  applicatorSurveys: [],
  uncertainBeforeTreatment: [],
  safetyCheckHeld: null,
  messagesWaiting: [],
  messagesUnread: [],
  concerns: [],
  invalidTests: [],
  calls: [],
  testFrom: null,
  lastLogAt: null,
  lastPeak: null,
  lastApplicatorSurveyAt: null,
  applicatorWithoutTest: null,
  ...NOTHING_ADMINISTRATIVE,
};

/** What the rules read, made of what is stored. The name is not among it: whoever is shown is named when that is noted. */
export function patientFacts(rows: PatientRows, clinicZone: string | null, now: Instant): PatientFacts {
  const zone = zoneOf(rows.timeZone, clinicZone);
  const care: CareFacts = { results: rows.pregnancyTests, events: rows.events };
  const careState = inOrder(care).reduce(after, AT_THE_START).state;
  const surveys = byMoment(rows.applicatorSurveys);
  const tests = byMoment(rows.ovulationTests);
  const peak = tests.findLast(({ result }) => levelOf(result) === 'peak');
  return {
    ...NOBODYS_HEALTH,
    id: rows.id,
    coachId: rows.coachId,
    zone: zoneOf(clinicZone, rows.timeZone),
    careState,
    care,
    symptoms: rows.symptoms,
    capIn: capIn(rows.timers),
    applicatorSurveys: surveys
      .map((survey, place) => ({
        ...survey,
        isFirst: surveys.slice(0, place).every(({ cycle }) => cycle !== survey.cycle),
      }))
      .map(({ id, at, capWear, feedback, isFirst }) => ({
        id,
        at,
        wasEasy: !asksForDetails(feedback),
        capTooLong: capWear === TOO_LONG_IN_PLACE,
        isFirst,
      })),
    uncertainBeforeTreatment: rows.uncertain,
    safetyCheckHeld: entryOf(
      byMoment(rows.safetyChecks).findLast(({ outcome, isCleared }) => outcome !== 'ready' && !isCleared),
    ),
    invalidTests: tests
      .slice(tests.findLastIndex(({ result }) => levelOf(result) !== 'invalid') + 1)
      .map(({ id, at }) => ({ id, at })),
    messagesWaiting: rows.messagesWaiting,
    messagesUnread: rows.messagesUnread,
    concerns: rows.concerns,
    calls: rows.calls,
    testFrom: rows.isInTreatment ? testFromOf(rows, { careState, zone, now }) : null,
    lastLogAt: rows.lastLogAt,
    lastPeak: entryOf(peak),
    lastApplicatorSurveyAt: surveys.at(-1)?.at ?? null,
    applicatorWithoutTest: applicatorWithoutTest(rows),
  };
}

const byMoment = <Row extends Entry>(entries: readonly Row[]): Row[] =>
  entries.toSorted((one, other) => one.at - other.at || one.id.localeCompare(other.id));

const entryOf = (entry: Entry | undefined): Entry | null => (entry ? { id: entry.id, at: entry.at } : null);

function capIn(timers: PatientRows['timers']): Entry | null {
  const day = treatmentDayOf(timers);
  if (!isCapIn(day)) return null;
  const starts = withoutReset(timers).filter(({ action }) => action === 'cap-in');
  return entryOf(byMoment(starts).find(({ at }) => at === day.capInsertedAt));
}

type Where = { careState: CycleRows['careState']; zone: string; now: Instant };

function testFromOf(rows: PatientRows, { careState, zone, now }: Where): Entry | null {
  const facts = cycleFactsOf({
    periods: rows.periods,
    bodySince: rows.bodySince,
    results: rows.ovulationTests.map(({ result, takenOn }) => ({ type: 'ovulation', result, takenOn })),
    applicatorsUsedOn: usesOf(rows).map(({ usedOn }) => dayIn(usedOn, zone)),
    events: rows.events,
    statedLength: rows.statedLength,
    careState,
  });
  const since = testingSince(facts, localDate(now, zone));
  if (since === null) return null;
  // The same of two that tell of one day, whichever comes first here: the item's key is made of it.
  const [id] = rows.periods
    .filter(({ day }) => day === since.startedOn)
    .map((period) => period.id)
    .toSorted();
  return { id: id!, at: instantOf(since.testFrom, '00:00', zone) };
}

/** Each applicator as a timer or a survey tells of it; often both do. */
const usesOf = ({ timers, applicatorSurveys }: PatientRows) => [
  ...timers
    .filter(({ action }) => action === 'cap-in')
    .map(({ id, at }) => ({ id, at, usedOn: isoFromInstant(at) })),
  ...applicatorSurveys.map(({ id, usedOn }) => ({ id, at: startOf(usedOn), usedOn })),
];

function applicatorWithoutTest(rows: PatientRows): Entry | null {
  const last = byMoment(usesOf(rows)).at(-1);
  const isTested = last && rows.pregnancyTests.some(({ receivedAt }) => receivedAt >= last.at);
  return isTested ? null : entryOf(last);
}
