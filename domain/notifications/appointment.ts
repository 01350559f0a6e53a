import { MINUTE, type Instant } from '../time/instant.ts';

/** A booked call, with what messages need. */
export type Appointment = {
  id: string;
  /** Increases with every change of the appointment, as calendars expect. */
  sequence: number;
  /** The call type's name. */
  name: string;
  interactionType: 'video_call' | 'phone_call';
  startsAt: Instant;
  endsAt: Instant;
  /** Anyone who has left the team gets no more messages. */
  host: { name: string; email: string; timeZone: string; hasLeft?: boolean };
  patient: AppointmentPatient;
  /** Whether the care team made this change; otherwise the patient did. */
  byTeam?: boolean;
  /** The host's own link to the room, if the room is ours. */
  hostLink?: HostLink | null;
};

/** Either a link that is itself the key to the call, or the page where a host signs in first. */
export type HostLink = { url: string; needsSignIn: boolean };

/** A moved appointment: before and after, with the sequence number of this change. */
export type Move = { from: Appointment; to: Appointment };

export type AppointmentPatient = {
  firstName: string | null;
  lastName: string | null;
  email: string;
  phone: string | null;
  wantsTexts: boolean;
  /** The zone of the browser that booked: the time is shown as the patient selected it. */
  timeZone: string;
};

/** Where messages link, and who receives replies. */
export type Sender = { siteUrl: string; email: string };

/** The portal's own page, never the room: the room's address leaves the server only in the join window. */
export const portalLink = ({ siteUrl }: Sender): string => `${siteUrl}/home`;

export const minutesOf = ({ startsAt, endsAt }: Appointment): number => (endsAt - startsAt) / MINUTE;

/** 'Béa <care@example.com>' and 'care@example.com' are the same address. */
export const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
