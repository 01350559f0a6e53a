import { canJoin } from '../booking/join-window.ts';
import { NEXT_STEP, NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import { localDate, localParts } from '../time/local.ts';
import { clockWords, weekdayAndDay } from '../time/words.ts';
import {
  say,
  type FactsOfNow,
  type NextStep,
  type NextStepAction,
  type BookedAppointment,
  type NextStepFacts,
} from './facts.ts';

/** A call in progress, or one that can be joined already. */
export function callNow({ calls, now }: FactsOfNow): NextStep | null {
  const call =
    callToJoin(calls, now) ?? soonest(calls).find((one) => one.startsAt <= now && now < one.endsAt);
  if (!call) return null;
  const { hostName, isVideo, joinUrl } = call;
  if (joinUrl) return say(NEXT_STEP.callNow(hostName), { ...ACTIONS.join, path: joinUrl });
  return isVideo ? say(NEXT_STEP.callBegun(hostName), ACTIONS.coach) : say(NEXT_STEP.phoneNow(hostName));
}

/** What is pinned on every page. */
export const callToJoin = <Call extends Pick<BookedAppointment, 'startsAt' | 'endsAt' | 'joinUrl'>>(
  calls: readonly Call[],
  now: number,
): Call | undefined => soonest(calls).find((call) => call.joinUrl !== null && canJoin(call, now));

/** A call later today. */
export function callToday(facts: FactsOfNow): NextStep | null {
  const call = nextToday(facts);
  if (!call) return null;
  const time = clockWords(localParts(call.startsAt, facts.zone).time);
  return say(NEXT_STEP.callToday(call, time));
}

export function nextToday({ calls, now, zone }: FactsOfNow): BookedAppointment | undefined {
  const today = localDate(now, zone);
  return soonest(calls).find(({ startsAt }) => startsAt > now && localDate(startsAt, zone) === today);
}

type Meeting = { appointmentType: string; what: string; held: string };

/** The call that the plan waits for: its day if booked, that it took place, or that its time has passed. */
export const callOfPlan = (facts: NextStepFacts, meeting: Meeting, next: NextStepAction): NextStep | null =>
  bookedCall(facts, meeting) ?? heldCall(facts, meeting, next) ?? pastCall(facts, meeting, next);

export const reviewOf = (facts: NextStepFacts): NextStep | null =>
  callOfPlan(facts, { appointmentType: 'post-treatment-review', ...NEXT_STEP.review }, ACTIONS.coach);

export const bookedOf = ({ calls, now }: NextStepFacts, type: string): BookedAppointment | undefined =>
  soonest(calls).find(({ appointmentType, endsAt }) => appointmentType === type && endsAt > now);

export function bookedCall(
  facts: NextStepFacts,
  { appointmentType, what }: Pick<Meeting, 'appointmentType' | 'what'>,
): NextStep | null {
  const call = bookedOf(facts, appointmentType);
  if (!call) return null;
  const { date, time } = localParts(call.startsAt, facts.zone);
  return say(NEXT_STEP.booked(what, weekdayAndDay(date), clockWords(time)));
}

const heldCall = ({ callsHeld }: NextStepFacts, { appointmentType, held }: Meeting, next: NextStepAction) =>
  callsHeld.includes(appointmentType) ? say(held, next) : null;

/** Never says that a call took place if the patient may have missed it. */
function pastCall(
  { callsPast, now, zone }: NextStepFacts,
  { appointmentType, what }: Meeting,
  next: NextStepAction,
): NextStep | null {
  const at = callsPast[appointmentType];
  if (at === undefined) return null;
  const day = localDate(at, zone);
  return say(
    day === localDate(now, zone) ? NEXT_STEP.justOver(what) : NEXT_STEP.past(what, weekdayAndDay(day)),
    next,
  );
}

const soonest = <Call extends Pick<BookedAppointment, 'startsAt'>>(calls: readonly Call[]): Call[] =>
  calls.toSorted((one, other) => one.startsAt - other.startsAt);
