import { canJoin } from '../booking/join-window.ts';
import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import { localDate, localParts } from '../time/local.ts';
import { clockWords, weekdayAndDay } from '../time/words.ts';
import {
  say,
  type FactsOfNow,
  type Today,
  type TodayAction,
  type TodayCall,
  type TodayFacts,
} from './facts.ts';

/** One that is going on, or can be joined already. */
export function callNow({ calls, now }: FactsOfNow): Today | null {
  const call =
    callToJoin(calls, now) ?? soonest(calls).find((one) => one.startsAt <= now && now < one.endsAt);
  if (!call) return null;
  const { name, hostName, isVideo, joinUrl } = call;
  if (joinUrl) return say(TODAY.callNow(name, hostName), { ...ACTIONS.join, path: joinUrl });
  return isVideo ? say(TODAY.callBegun(name, hostName), ACTIONS.coach) : say(TODAY.phoneNow(hostName));
}

/** What stands pinned on every page. */
export const callToJoin = <Call extends Pick<TodayCall, 'startsAt' | 'endsAt' | 'joinUrl'>>(
  calls: readonly Call[],
  now: number,
): Call | undefined => soonest(calls).find((call) => call.joinUrl !== null && canJoin(call, now));

/** One that is still to come today. */
export function callToday(facts: FactsOfNow): Today | null {
  const call = nextToday(facts);
  if (!call) return null;
  const time = clockWords(localParts(call.startsAt, facts.zone).time);
  return say(TODAY.callToday(call, time));
}

export function nextToday({ calls, now, zone }: FactsOfNow): TodayCall | undefined {
  const today = localDate(now, zone);
  return soonest(calls).find(({ startsAt }) => startsAt > now && localDate(startsAt, zone) === today);
}

type Meeting = { appointmentType: string; what: string; held: string };

/** A call that the plan waits for: its day where it is booked, that it was held, or that its time has passed. */
export const callOfPlan = (facts: TodayFacts, meeting: Meeting, next: TodayAction): Today | null =>
  bookedCall(facts, meeting) ?? heldCall(facts, meeting, next) ?? pastCall(facts, meeting, next);

export const reviewOf = (facts: TodayFacts): Today | null =>
  callOfPlan(facts, { appointmentType: 'post-treatment-review', ...TODAY.review }, ACTIONS.coach);

export const bookedOf = ({ calls, now }: TodayFacts, type: string): TodayCall | undefined =>
  soonest(calls).find(({ appointmentType, endsAt }) => appointmentType === type && endsAt > now);

function bookedCall(facts: TodayFacts, { appointmentType, what }: Meeting): Today | null {
  const call = bookedOf(facts, appointmentType);
  if (!call) return null;
  const { date, time } = localParts(call.startsAt, facts.zone);
  return say(TODAY.booked(what, weekdayAndDay(date), clockWords(time)));
}

const heldCall = ({ callsHeld }: TodayFacts, { appointmentType, held }: Meeting, next: TodayAction) =>
  callsHeld.includes(appointmentType) ? say(held, next) : null;

/** Nobody is told that a call took place which they may have missed. */
function pastCall(
  { callsPast, zone }: TodayFacts,
  { appointmentType, what }: Meeting,
  next: TodayAction,
): Today | null {
  const at = callsPast[appointmentType];
  return at === undefined ? null : say(TODAY.past(what, weekdayAndDay(localDate(at, zone))), next);
}

const soonest = <Call extends Pick<TodayCall, 'startsAt'>>(calls: readonly Call[]): Call[] =>
  calls.toSorted((one, other) => one.startsAt - other.startsAt);
