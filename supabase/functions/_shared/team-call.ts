import { appointmentFrom, type AppointmentRow, type OwnAppointment } from './own-appointment.ts';
import { factsIn, type FoundFacts, type SchedulingFacts } from './scheduling.ts';

/** As private.call_facts answers. */
export type FoundCall = {
  call: (AppointmentRow & { host_left: boolean }) | null;
  timeZone: string;
  facts: FoundFacts;
};

/** A call that somebody of the care team changes; null where it is to be booked. */
export type TeamCall = {
  appointment: OwnAppointment | null;
  facts: SchedulingFacts;
  /** Of the patient: mails name the hour by it. */
  timeZone: string;
};

export function teamCallIn({ call, timeZone, facts }: FoundCall): TeamCall {
  const appointment = call && appointmentFrom(call);
  return {
    appointment: appointment && {
      ...appointment,
      host: { ...appointment.host, hasLeft: call.host_left },
    },
    facts: factsIn(facts),
    timeZone,
  };
}
