import type { CareState } from '../care-state/facts.ts';
import { afterClinicTime, endOfClinicDay } from '../coach/clinic-hours.ts';
import { answerTodayBy, replyTo } from '../coach/reply-promise.ts';
import { addDays } from '../time/day.ts';
import { MINUTE, type Instant } from '../time/instant.ts';
import { instantOf, localDate } from '../time/local.ts';
import type { ClinicFacts, PatientFacts } from './facts.ts';

export type Owner = 'coach' | 'clinician' | 'administrator' | 'host';

/** Something that waits for somebody of the care team. Derived each time, never stored: it goes with its cause. */
export type Item = {
  /** The same for the same rule and fact, whenever it is asked: decisions are kept by it. */
  key: string;
  rule: string;
  patient: { id: string; name: string } | null;
  title: string;
  /** One sentence: what happened. */
  why: string;
  since: Instant;
  dueAt: Instant;
  isUrgent: boolean;
  owner: Owner;
  /** The coach or host whose it is by right; null where it is everybody's of the role. */
  ownerId: string | null;
  /** A report joins the one before it while that one is not done; this is what the item then says. */
  again?: (times: number) => string;
};

export type Found = {
  factId: string;
  since: Instant;
  dueAt: Instant;
  why: string;
  isUrgent?: boolean;
  /** Where they are not the rule's. */
  owner?: Owner;
  ownerId?: string | null | undefined;
  again?: Item['again'];
};

export type PatientRule = {
  id: string;
  title: string;
  owner: Owner;
  /** In which care states it exists; in all where none is named. */
  states?: readonly CareState[];
  find: (patient: PatientFacts, clock: Clock) => Found[];
};

/** About what no patient's record holds. */
export type ClinicRule = Pick<PatientRule, 'id' | 'title' | 'owner'> & {
  find: (facts: ClinicFacts, clock: Clock) => Found[];
};

/** The moment, and due times in the clinic's hours. */
export type Clock = {
  now: Instant;
  within: (from: Instant, minutes: number) => Instant;
  /** By the promise of an answer. */
  reply: (from: Instant) => Instant;
  sameDay: (from: Instant) => Instant;
  /** To someone who needs an answer today. */
  answerToday: (from: Instant) => Instant;
  daysLater: (from: Instant, days: number) => Instant;
  /** At this time of the day after. */
  nextDayAt: (from: Instant, time: string) => Instant;
};

export const clockOf = (now: Instant, zone: string): Clock => ({
  now,
  within: (from, minutes) => afterClinicTime(from, minutes * MINUTE, zone),
  reply: (from) => replyTo(from, zone).by,
  sameDay: (from) => endOfClinicDay(from, zone),
  answerToday: (from) => answerTodayBy(from, zone),
  daysLater: (from, days) => endOfClinicDay(from, zone, days),
  nextDayAt: (from, time) => instantOf(addDays(localDate(from, zone), 1), time, zone),
});
