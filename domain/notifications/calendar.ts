import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';
import { icalendar, parameter, text, utc } from '../time/icalendar.ts';
import type { Instant } from '../time/instant.ts';
import { portalLink, type Appointment, type Sender } from './appointment.ts';

export type CalendarMethod = 'REQUEST' | 'CANCEL';

/** Whose calendar the file is for, and who that person talks to. */
export type CalendarEvent = {
  method: CalendarMethod;
  attendee: string;
  attendeeName: string;
  with: string;
  /**
   * A host has no portal: the link is in the email only, because it is a key and must stay out of shared
   * calendars.
   */
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
    `DESCRIPTION:${text(howToJoin(appointment, event.isHost ? 'use the link in our email about this call' : link))}`,
    ...(event.isHost ? [] : [`URL:${link}`]),
    `ORGANIZER;CN=${parameter('Béa')}:${mailto(sender.email)}`,
    `ATTENDEE;CN=${parameter(event.attendeeName)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:${mailto(event.attendee)}`,
    `STATUS:${event.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    // A shared calendar shows when someone is busy, not who they talk to.
    'CLASS:PRIVATE',
  ]);
}

const howToJoin = (appointment: Appointment, way: string): string =>
  appointment.interactionType === 'video_call'
    ? `You can join ${JOIN_MINUTES_BEFORE} minutes before it starts: ${way}`
    : 'By phone.';

const mailto = (email: string): string => `mailto:${encodeURI(email)}`;
