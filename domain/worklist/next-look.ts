import { lossOf } from '../care-state/loss.ts';
import { SIX_WEEKS, TWO_WEEKS } from '../care-state/loss-follow-up.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { CAP_LATE_AFTER } from '../treatment-day/treatment-day.ts';
import type { PatientFacts } from './facts.ts';
import { HOST_AWAY_BEFORE } from './rules/host-is-away.ts';
import { UNREAD_FOR } from './rules/message-unread.ts';
import { NO_TEST_AFTER } from './rules/no-pregnancy-test.ts';
import { SURVEY_AFTER } from './rules/peak-without-survey.ts';
import { QUIET_FOR } from './rules/quiet-in-cycle.ts';

/**
 * The next moment when time alone can cause an item: until then no one has to look, unless something new is
 * reported. Null if time causes none.
 */
export function nextLook(facts: PatientFacts, now: Instant): Instant | null {
  const { capIn, calls, testFrom, lastLogAt, lastPeak, applicatorWithoutTest: used, messagesUnread } = facts;
  const loss = lossOf(facts.care);
  const moments = [
    loss && loss.at + TWO_WEEKS,
    loss && loss.at + SIX_WEEKS,
    capIn && capIn.at + CAP_LATE_AFTER,
    ...messagesUnread.map(({ at }) => at + UNREAD_FOR),
    ...calls.flatMap(({ endsAt }) => [endsAt, endsAt + DAY]),
    ...calls.filter(({ isHostAway }) => isHostAway).map(({ at }) => at - HOST_AWAY_BEFORE),
    testFrom && Math.max(testFrom.at, lastLogAt ?? 0) + QUIET_FOR,
    lastPeak && lastPeak.at + SURVEY_AFTER,
    used && used.at + NO_TEST_AFTER,
  ].filter((moment) => moment !== null && moment > now);
  return moments.length > 0 ? Math.min(...(moments as Instant[])) : null;
}
