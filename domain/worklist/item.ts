import type { CareState } from '../care-state/facts.ts';
import { afterClinicTime, endOfClinicDay, type ClinicHours } from '../coach/clinic-hours.ts';
import { answerTodayBy, replyTo } from '../coach/reply-time.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { MINUTE, type Instant } from '../time/instant.ts';
import { instantOf, localDate } from '../time/local.ts';
import { clockWords } from '../time/words.ts';
import type { Symptoms } from './symptom-words.ts';
import type { ClinicFacts, PatientFacts } from './facts.ts';

export type Owner = 'coach' | 'clinician' | 'administrator' | 'host';

/** Something that needs the care team. Always derived, never stored: it disappears with its cause. */
export type Item = {
  /** Always the same for the same rule and fact: decisions are stored by it. */
  key: string;
  rule: string;
  patient: { id: string; name: string } | null;
  title: string;
  /** One sentence: what happened. */
  why: string;
  since: Instant;
  /** Of what it is about, when the newest arrived; `since` if not set. */
  lastAt?: Instant;
  dueAt: Instant;
  isUrgent: boolean;
  owner: Owner;
  /** The default coach or host; null if it is everyone's in the role. */
  ownerId: string | null;
  /** A report joins the previous one until that is done; this is what the item then says of them all, oldest first. */
  whyOfAll?: (reports: readonly Pick<Item, 'symptom'>[]) => string;
  symptom?: Symptoms;
};

export type Found = {
  factId: string;
  since: Instant;
  lastAt?: Item['lastAt'];
  dueAt: Instant;
  why: string;
  isUrgent?: boolean;
  /** If different from the rule's. */
  owner?: Owner;
  ownerId?: string | null | undefined;
  whyOfAll?: Item['whyOfAll'];
  symptom?: Item['symptom'];
};

export type PatientRule = {
  id: string;
  title: string;
  owner: Owner;
  /** The care states in which it exists; all if not set. */
  states?: readonly CareState[];
  find: (patient: PatientFacts, clock: Clock) => Found[];
};

/** Not about any patient's record. */
export type ClinicRule = Pick<PatientRule, 'id' | 'title' | 'owner'> & {
  find: (facts: ClinicFacts, clock: Clock) => Found[];
};

/** The moment, and due times in the clinic's hours. */
export type Clock = {
  now: Instant;
  /** '8:00 am' */
  opens: string;
  within: (from: Instant, minutes: number) => Instant;
  /** By the reply promise. */
  reply: (from: Instant) => Instant;
  sameDay: (from: Instant) => Instant;
  /** For someone who needs an answer today. */
  answerToday: (from: Instant) => Instant;
  daysLater: (from: Instant, days: number) => Instant;
  dayOf: (at: Instant) => LocalDate;
  /** At 9 am on the day after. */
  morningAfter: (day: LocalDate) => Instant;
};

export const clockOf = (now: Instant, clinic: ClinicHours): Clock => ({
  now,
  opens: clockWords(clinic.opens),
  within: (from, minutes) => afterClinicTime(from, minutes * MINUTE, clinic),
  reply: (from) => replyTo(from, clinic).by,
  sameDay: (from) => endOfClinicDay(from, clinic),
  answerToday: (from) => answerTodayBy(from, clinic),
  daysLater: (from, days) => endOfClinicDay(from, clinic, days),
  dayOf: (at) => localDate(at, clinic.zone),
  morningAfter: (day) => instantOf(addDays(day, 1), '09:00', clinic.zone),
});
