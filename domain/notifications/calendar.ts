import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';
import { icalendar, parameter, text, utc } from '../time/icalendar.ts';
import type { Instant } from '../time/instant.ts';
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

/** A calendar file. All files about one call share their UID, and a later one has a higher SEQUENCE. */
export function calendarFile(
  appointment: Appointment,
  sender: Sender,
  event: CalendarEvent,
  now: Instant,
): string {
  const link = portalLink(sender);
  return icalendar(event.method, [
    `UID:${appointment.id}`,
    `SEQUENCE:${appointment.sequence}`,
    `DTSTAMP:${utc(now)}`,
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
  ]);
}

const howToJoin = (appointment: Appointment, way: string): string =>
  appointment.interactionType === 'video_call'
    ? `You can join from ${JOIN_MINUTES_BEFORE} minutes before the start: ${way}`
    : 'By phone.';

const mailto = (email: string): string => `mailto:${encodeURI(email)}`;
