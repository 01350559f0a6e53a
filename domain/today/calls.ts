import { canJoin } from '../booking/join-window.ts';
import { TODAY, TODAY_ACTIONS as ACTIONS } from '../copy/today.ts';
import { localDate, localParts } from '../time/local.ts';
import { clockWords, weekdayAndDay } from '../time/words.ts';
import { say, type Today, type TodayAction, type TodayCall, type TodayFacts } from './facts.ts';

/** One that is going on, or can be joined already. */
export function callNow({ calls, now }: TodayFacts): Today | null {
  const call = soonest(calls).find((one) => canJoin(one, now));
  if (!call) return null;
  const { name, hostName, joinUrl } = call;
  if (joinUrl) {
    return say(TODAY.callNow(name, hostName), { label: 'Join', path: joinUrl });
  }
  return now >= call.startsAt ? say(TODAY.phoneNow(hostName)) : null;
}

/** One that is still to come today. */
export function callToday({ calls, now, zone }: TodayFacts): Today | null {
  const today = localDate(now, zone);
  const call = soonest(calls).find(({ startsAt }) => startsAt > now && localDate(startsAt, zone) === today);
  if (!call) return null;
  const time = clockWords(localParts(call.startsAt, zone).time);
  return say(TODAY.callToday(call.name, call.hostName, time), ACTIONS.coach);
}

type Meeting = { appointmentType: string; what: string };

/** The day of a call of this kind that is booked. */
export function bookedCall(
  { calls, now, zone }: TodayFacts,
  { appointmentType, what }: Meeting,
): Today | null {
  const call = soonest(calls).find((one) => one.appointmentType === appointmentType && one.endsAt > now);
  if (!call) return null;
  const { date, time } = localParts(call.startsAt, zone);
  return say(TODAY.booked(what, weekdayAndDay(date), clockWords(time)));
}

/** The review: its day where it is booked, or that it was held. */
export function reviewOf(facts: TodayFacts): Today | null {
  const review = { appointmentType: 'post-treatment-review', what: TODAY.review.what };
  return (
    bookedCall(facts, review) ?? heldCall(facts, review.appointmentType, TODAY.review.held, ACTIONS.coach)
  );
}

export const heldCall = (
  { callsHeld }: TodayFacts,
  appointmentType: string,
  sentence: string,
  action: TodayAction,
): Today | null => (callsHeld.includes(appointmentType) ? say(sentence, action) : null);

const soonest = (calls: readonly TodayCall[]) =>
  calls.toSorted((one, other) => one.startsAt - other.startsAt);
