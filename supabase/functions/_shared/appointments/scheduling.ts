import type {
  Absence,
  AppointmentRules,
  Availability,
  Host,
  WeeklyHours,
} from '../../../../domain/booking/availability.ts';
import { canTake } from '../../../../domain/booking/availability.ts';
import { slotsForPatient } from '../../../../domain/booking/own-coach.ts';
import { offeredSlots, type OfferedSlot } from '../../../../domain/booking/slots.ts';
import type { InteractionType } from '../../../../domain/contracts/fields/interaction-type.ts';
import type { AppointmentPatient } from '../../../../domain/notifications/appointment.ts';
import { isoFromInstant, type Instant } from '../../../../domain/time/instant.ts';
import type { LocalDate } from '../../../../domain/time/day.ts';
import type { LocalTime } from '../../../../domain/time/local.ts';
import { isTimeZone, UNSET_CLINIC_ZONE } from '../../../../domain/time/zone.ts';
import type { FunctionContext } from '../request/context.ts';
import { noAccess } from '../patients/patient.ts';
import { FunctionProblem } from '../answer/problem.ts';

type Busy = [from: Instant, until: Instant];
type AppointmentType = AppointmentRules & { id: string; name: string; interactionType: InteractionType };
type Patient = Omit<AppointmentPatient, 'timeZone'> & { userId: string; hasConsented: boolean };
type CareHost = Host & { name: string; email: string; busy: Busy[] };

/** All facts that decide which slots this patient is offered. */
export type SchedulingFacts = {
  patient: Patient;
  /** The patient's own coach, if that coach has hours. */
  coachId: string | null;
  /** The patient's own appointments. */
  appointments: Busy[];
  type: AppointmentType;
  hosts: CareHost[];
};
/** The database's answer. `host` is a position in the list of hosts. */
export type FoundFacts = {
  patient: Patient | null;
  coach: string | null;
  calls: Busy[];
  type: AppointmentType | null;
  hosts: [id: string, name: string, email: string, timeZone: string][];
  hours: [host: string, weekday: string, from: LocalTime, until: LocalTime][];
  daysOff: [host: string, day: LocalDate][];
  absences: [host: number, from: Instant, until: Instant][];
  busy: [host: number, from: Instant, until: Instant][];
};

export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,60}$/.test(text);

/** The facts about slots that start from one moment until before another. */
export async function schedulingFacts(
  { service, userId }: FunctionContext,
  slug: string,
  { from, until }: { from: Instant; until: Instant },
): Promise<SchedulingFacts> {
  if (!isSlug(slug)) throw unknownType();
  const { data } = await service
    .rpc('scheduling_facts', {
      p_user: userId,
      p_slug: slug,
      p_from: isoFromInstant(from),
      p_until: isoFromInstant(until),
    })
    .throwOnError();
  return factsIn(data as FoundFacts);
}

export function factsIn(found: FoundFacts): SchedulingFacts {
  const { patient, type } = found;
  if (!patient) throw noAccess();
  if (!type) throw unknownType();
  return { patient, coachId: found.coach, appointments: found.calls, type, hosts: hostsOf(found) };
}

function hostsOf({ hosts: found, hours, daysOff, absences, busy }: FoundFacts): CareHost[] {
  const hosts = found.map(([id, name, email, timeZone]) => ({
    id,
    name,
    email,
    timeZone,
    weeklyHours: [] as WeeklyHours[],
    daysOff: [] as LocalDate[],
    absences: [] as Absence[],
    busy: [] as Busy[],
  }));
  for (const [host, weekday, from, until] of hours)
    hosts[Number(host)]!.weeklyHours.push({ weekday: Number(weekday), from, until });
  for (const [host, day] of daysOff) hosts[Number(host)]!.daysOff.push(day);
  for (const [host, from, until] of absences) hosts[host]!.absences.push({ from, until });
  for (const [host, from, until] of busy) hosts[host]!.busy.push([from, until]);
  return hosts;
}

export const unknownType = () =>
  new FunctionProblem(404, 'unknown_appointment_type', 'We can’t find this call type.');

export const slotTaken = () =>
  new FunctionProblem(409, 'slot_taken', 'This time is no longer available. Please select another one.');

/** The times when both a host and the patient are free. */
export function freeSlots(
  facts: SchedulingFacts,
  { from, until, now }: { from: Instant; until: Instant; now: Instant },
): OfferedSlot[] {
  const { appointments } = facts;
  return offeredSlots({ ...availability(facts, now), from, until }).filter(
    (slot) => !appointments.some(([start, end]) => start < slot.endsAt && slot.startsAt < end),
  );
}

/** The host the patient would like: `host` is a selected person, `others` is any coach except their own. */
type Preference = { hostId?: string | undefined; others?: boolean | undefined; host?: string | undefined };

/** What patients can book themselves: their own coach first, and other coaches only on request. */
export function slotsOffered(
  facts: SchedulingFacts,
  times: { from: Instant; until: Instant; now: Instant },
  { host, ...preference }: Preference = {},
): OfferedSlot[] {
  const slots = freeSlots(facts, times);
  if (host === undefined) return slotsForPatient(slots, { ...facts, ...preference });
  return slots.flatMap((slot) => (slot.hostIds.includes(host) ? [{ ...slot, hostIds: [host] }] : []));
}

/** Whether the host is known before booking. */
export const isCoachHost = ({ hosts, coachId }: SchedulingFacts): boolean =>
  hosts.some(({ id }) => id === coachId);

/** The facts for an appointment that is being rescheduled: its own time counts as free. */
export const withoutAppointment = (
  facts: SchedulingFacts,
  { hostId, startsAt }: { hostId: string; startsAt: Instant },
): SchedulingFacts => {
  const isOther = ([from]: Busy) => from !== startsAt;
  const hosts = facts.hosts.map((host) =>
    host.id === hostId ? { ...host, busy: host.busy.filter(isOther) } : host,
  );
  return { ...facts, appointments: facts.appointments.filter(isOther), hosts };
};

/** Who could take this call at its current time: people who host its type and are free. */
export const whoCouldTake = (
  facts: SchedulingFacts,
  times: { startsAt: Instant; endsAt: Instant },
): CareHost[] => {
  const { bufferMinutes } = facts.type;
  const { booked } = availability(facts, times.startsAt);
  return facts.hosts.filter((host) => canTake(host, booked, { ...times, bufferMinutes }));
};

const availability = ({ type, hosts }: SchedulingFacts, now: Instant): Availability => ({
  type,
  hosts,
  booked: hosts.flatMap(({ id, busy }) =>
    busy.map(([busyFrom, busyUntil]) => ({ hostId: id, busyFrom, busyUntil })),
  ),
  now,
});

/** The browser's zone. A request without one already has the patient's zone here (`headers-with-zone.ts`). */
export function zoneOf(headers: Headers): string {
  const zone = headers.get('x-client-timezone') ?? '';
  return isTimeZone(zone) ? zone : UNSET_CLINIC_ZONE;
}
