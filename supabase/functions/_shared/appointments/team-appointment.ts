import { appointmentFrom, type AppointmentRow, type OwnAppointment } from './own-appointment.ts';
import { factsIn, type FoundFacts, type SchedulingFacts } from './scheduling.ts';

/** As private.call_facts answers. */
export type FoundAppointment = {
  call: (AppointmentRow & { host_left: boolean }) | null;
  timeZone: string;
  /** Whom it may go to where a reason alone opened the record; null where anybody may have it. */
  onlyHosts: string[] | null;
  facts: FoundFacts;
};

/** A call that somebody of the care team changes; null where it is to be booked. */
export type TeamAppointment = {
  appointment: OwnAppointment | null;
  facts: SchedulingFacts;
  /** Of the patient: mails name the hour by it. */
  timeZone: string;
};

export function teamAppointmentIn({
  call,
  timeZone,
  onlyHosts,
  facts: found,
}: FoundAppointment): TeamAppointment {
  const appointment = call && appointmentFrom(call);
  const facts = factsIn(found);
  const mayHost = (id: string) => onlyHosts === null || onlyHosts.includes(id) || id === appointment?.hostId;
  return {
    appointment: appointment && {
      ...appointment,
      host: { ...appointment.host, hasLeft: call.host_left },
    },
    facts: { ...facts, hosts: facts.hosts.filter(({ id }) => mayHost(id)) },
    timeZone,
  };
}
