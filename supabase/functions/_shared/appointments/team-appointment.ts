import { appointmentFrom, type AppointmentRow, type OwnAppointment } from './own-appointment.ts';
import { factsIn, type FoundFacts, type SchedulingFacts } from './scheduling.ts';

/** The answer of private.call_facts. */
export type FoundAppointment = {
  call: (AppointmentRow & { host_left: boolean }) | null;
  timeZone: string;
  /** The allowed hosts if only a reason opened the record. Null if anyone may host. */
  onlyHosts: string[] | null;
  facts: FoundFacts;
};

/** The call being changed. Null for a new one. */
export type TeamAppointment = {
  appointment: OwnAppointment | null;
  facts: SchedulingFacts;
  /** The patient's zone, for the times in emails. */
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
