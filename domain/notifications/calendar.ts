import { isoFromInstant, type Instant } from '../time/instant.ts';
import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';
import { portalLink, type Appointment, type Sender } from './appointment.ts';

export type CalendarMethod = 'REQUEST' | 'CANCEL';

/** Whose calendar the file is for, and whom that person talks with. */
export type CalendarEvent = {
  method: CalendarMethod;
  attendee: string;
  attendeeName: string;
  with: string;
  /** A host has no portal: the way in is a link in the mail, which is a key and stays out of shared calendars. */
  isHost?: boolean;
};

/** A calendar file (RFC 5545). All files about one call share their UID, and a later one has a higher SEQUENCE. */
export function calendarFile(
  appointment: Appointment,
  sender: Sender,
  event: CalendarEvent,
  now: Instant,
): string {
  const link = portalLink(sender);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bea//Patient portal//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${event.method}`,
    'BEGIN:VEVENT',
    `UID:${appointment.id}`,
    `SEQUENCE:${appointment.sequence}`,
    `DTSTAMP:${utc(now)}`,
    // Instants in UTC: every calendar shows them in its owner's zone, and no time zone rules have to travel along.
    `DTSTART:${utc(appointment.startsAt)}`,
    `DTEND:${utc(appointment.endsAt)}`,
    `SUMMARY:${text(`Call with ${event.with}`)}`,
    `DESCRIPTION:${text(howToJoin(appointment, event.isHost ? 'by the link in the mail about it' : link))}`,
    ...(event.isHost ? [] : [`URL:${link}`]),
    `ORGANIZER;CN=${parameter('Béa')}:${mailto(sender.email)}`,
    `ATTENDEE;CN=${parameter(event.attendeeName)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:${mailto(event.attendee)}`,
    `STATUS:${event.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    // Somebody who shares a calendar shows when they are busy, not with whom they talk.
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const howToJoin = (appointment: Appointment, way: string): string =>
  appointment.interactionType === 'video_call'
    ? `You can join from ${JOIN_MINUTES_BEFORE} minutes before the start: ${way}`
    : 'By phone.';

export const utc = (instant: Instant): string =>
  `${isoFromInstant(instant).slice(0, 19).replace(/[-:]/g, '')}Z`;

const text = (words: string): string =>
  withoutControls(words.replace(/\r\n?/g, '\n'))
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');

// A parameter knows no escapes: between quotes everything may stand but a quote and a line break.
const parameter = (words: string): string =>
  `"${withoutControls(words.replace(/[\r\n]+/g, ' ')).replaceAll('"', "'")}"`;

const withoutControls = (words: string): string => words.replace(/[^\P{Cc}\n]/gu, '');

const mailto = (email: string): string => `mailto:${encodeURI(email)}`;

const MAX_OCTETS = 75;

/** A long line goes on in the next one after a blank, and no character is cut in two. */
function folded(line: string): string {
  let [result, octets] = ['', 0];
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) [result, octets] = [`${result}\r\n `, 1];
    result += character;
    octets += size;
  }
  return result;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
