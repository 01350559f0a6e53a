import { MINUTE, type Instant } from '../time/instant.ts';

/** A booked call as messages speak of it. */
export type Appointment = {
  id: string;
  /** Rises with every change of the appointment, as calendars expect. */
  sequence: number;
  /** What the type of call is named. */
  name: string;
  interactionType: 'video_call' | 'phone_call';
  startsAt: Instant;
  endsAt: Instant;
  /** Whoever has left the team is told nothing more. */
  host: { name: string; email: string; timeZone: string; hasLeft?: boolean };
  patient: AppointmentPatient;
  /** Whether the care team made this change; otherwise the patient did. */
  byTeam?: boolean;
  /** The host's own way into the room, where the room is ours. */
  hostLink?: HostLink | null;
};

/** A link that is itself the key to the call, or the page where a host signs in first. */
export type HostLink = { url: string; needsSignIn: boolean };

/** An appointment that has moved: as it was, and as it is, with the sequence that this change gave it. */
export type Move = { from: Appointment; to: Appointment };

export type AppointmentPatient = {
  firstName: string | null;
  lastName: string | null;
  email: string;
  phone: string | null;
  wantsTexts: boolean;
  /** Of the browser that booked: the hour is named as the patient chose it. */
  timeZone: string;
};

/** Where messages lead, and who answers a reply. */
export type Sender = { siteUrl: string; email: string };

/** The portal's own page, never the room: that address leaves the server in the join window alone. */
export const portalLink = ({ siteUrl }: Sender): string => `${siteUrl}/home`;

export const minutesOf = ({ startsAt, endsAt }: Appointment): number => (endsAt - startsAt) / MINUTE;

/** 'Béa <care@example.com>' and 'care@example.com' are the same address. */
export const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
