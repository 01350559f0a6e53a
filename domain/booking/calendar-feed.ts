import { icalendarOf, text, utc } from '../time/icalendar.ts';
import type { Instant } from '../time/instant.ts';

/** `sequence` rises with every change. */
export type FeedCall = { id: string; startsAt: Instant; endsAt: Instant; sequence: number };

/** A calendar on another company's server shows this: nothing says with whom a call is, or what it is about. */
const TITLE = 'Béa call';

/** One person's own calls, as a calendar subscribes to them. `url` is where they join: the portal, or the workspace. */
export const calendarFeed = (calls: readonly FeedCall[], url: string, now: Instant): string =>
  icalendarOf(
    'PUBLISH',
    calls.map(({ id, startsAt, endsAt, sequence }) => [
      // Not the UID of the emailed event: a calendar that has both would take one for the other.
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
    // Apple and Outlook ask again as often as this says. Google decides by itself.
    [`X-WR-CALNAME:${text('Béa calls')}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
  );
