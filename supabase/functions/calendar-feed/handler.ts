import { CalendarFeedRequest } from '../../../domain/contracts/patient/calendar-feed.ts';
import { calendarFeed, type FeedCall } from '../../../domain/booking/calendar-feed.ts';
import { TextFile } from '../_shared/answer/answer.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { feedHash } from '../_shared/appointments/feed-secret.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { takeFromLimit } from '../_shared/request/limits.ts';

/** Google reads a whole clinic's feeds from a few of its addresses. */
const OF_A_CLIENT = { name: 'calendar-feeds', max: 600, seconds: 600 };
/** Per address. Calendars read it at most once an hour, and a person adds it to only a few. */
const OF_A_FEED = { name: 'calendar-feed', max: 60, seconds: 600 };

/**
 * One person's calls for a calendar. The address is the only credential, and the feed only contains times.
 */
export const handler = defineFunction({
  method: 'GET',
  caller: 'address',
  input: CalendarFeedRequest,
  limit: OF_A_CLIENT,
  run: async ({ feed }, context) => {
    const hash = await feedHash(feed);
    await takeFromLimit(context, OF_A_FEED, hash);
    const { data } = await context.service.rpc('calendar_feed_calls', { p_secret_hash: hash }).throwOnError();
    const found = data as { isTeam: boolean; calls: FeedCall[] } | null;
    if (found === null) throw new FunctionProblem(404, 'unknown_feed', 'This calendar feed has ended.');
    const url = `${context.portal.siteUrl}${found.isTeam ? '/team/calendar' : '/home'}`;
    return new TextFile('text/calendar', 'bea.ics', calendarFeed(found.calls, url, context.now().getTime()));
  },
});
