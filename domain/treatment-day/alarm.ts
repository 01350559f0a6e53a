import { CALENDAR_ALARM } from '../copy/calendar-alarm.ts';
import { icalendar, text, utc } from '../time/icalendar.ts';
import { MINUTE, type Instant } from '../time/instant.ts';

/** How long before the limit the first alarm goes off. */
const MINUTES_BEFORE = 15;

/**
 * A calendar file with an alarm for removing a cap. Calendars may be shared and phones lie on tables, so
 * neither title nor alarm says what it is about. Every file for one cap has the same UID: adding it twice
 * changes nothing.
 */
export function capAlarm(endsAt: Instant, now: Instant): string {
  return icalendar('PUBLISH', [
    `UID:reminder-${utc(endsAt)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(endsAt)}`,
    `DTEND:${utc(endsAt + MINUTES_BEFORE * MINUTE)}`,
    `SUMMARY:${text(CALENDAR_ALARM.title)}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    ...alarm(`-PT${MINUTES_BEFORE}M`),
    ...alarm('PT0M'),
  ]);
}

const alarm = (trigger: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `TRIGGER:${trigger}`,
  `DESCRIPTION:${text(CALENDAR_ALARM.title)}`,
  'END:VALARM',
];
