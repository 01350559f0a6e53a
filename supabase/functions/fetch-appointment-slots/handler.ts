import {
  FetchAppointmentSlotsRequest,
  MAX_DAYS,
} from '../../../domain/contracts/patient/fetch-appointment-slots.ts';
import { DAY, instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { localDateTime } from '../../../domain/time/local.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { ownAppointment } from '../_shared/appointments/own-appointment.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import {
  isCoachHost,
  schedulingFacts,
  slotsOffered,
  withoutAppointment,
  zoneOf,
} from '../_shared/appointments/scheduling.ts';

export const handler = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: FetchAppointmentSlotsRequest,
  run: async ({ appointmentType, searchFrom, searchUntil, moving, others }, context, headers) => {
    const [from, until] = [instantFromIso(searchFrom), instantFromIso(searchUntil)];
    if (until <= from) throw invalidInput('searchUntil', 'Please search until after searchFrom');
    if (until - from > MAX_DAYS * DAY) {
      throw invalidInput('searchUntil', `Please search ${MAX_DAYS} days at most`);
    }
    const facts = await schedulingFacts(context, appointmentType, { from, until });
    const appointment = moving === undefined ? null : await ownAppointment(context, moving);
    const zone = zoneOf(headers);
    const names = new Map(facts.hosts.map(({ id, name }) => [id, name]));
    const isDecided = isCoachHost(facts);
    return slotsOffered(
      appointment ? withoutAppointment(facts, appointment) : facts,
      { from, until, now: context.now().getTime() },
      { hostId: appointment?.hostId, others: others === 'true' },
    )
      .filter(({ startsAt }) => startsAt !== appointment?.startsAt)
      .map(({ startsAt, endsAt, hostIds: [id] }) => ({
        start_time: isoFromInstant(startsAt),
        end_time: isoFromInstant(endsAt),
        userTime: localDateTime(startsAt, zone),
        host: isDecided ? { id: id!, name: names.get(id!)! } : undefined,
      }));
  },
});
