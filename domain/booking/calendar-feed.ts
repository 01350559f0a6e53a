import { icalendarOf, text, utc } from '../time/icalendar.ts';
import type { Instant } from '../time/instant.ts';

/** `sequence` increases with every change. */
export type FeedCall = { id: string; startsAt: Instant; endsAt: Instant; sequence: number };

/** Another company's server stores this title, so it names neither the other person nor the call type. */
const TITLE = 'Béa call';

/** One person's calls as an iCalendar feed. `url` is where they join: the portal or the workspace. */
export const calendarFeed = (calls: readonly FeedCall[], url: string, now: Instant): string =>
  icalendarOf(
    'PUBLISH',
    calls.map(({ id, startsAt, endsAt, sequence }) => [
      // Differs from the UID of the emailed event, so that a calendar with both shows both.
      `UID:${id}-feed`,
      `SEQUENCE:${sequence}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(startsAt)}`,
      `DTEND:${utc(endsAt)}`,
      `SUMMARY:${text(TITLE)}`,
      `URL:${url}`,
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'CLASS:PRIVATE',
    ]),
    // Apple and Outlook refresh this often. Google decides for itself.
    [`X-WR-CALNAME:${text('Béa calls')}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
  );
