import { FetchScheduledAppointmentsRequest } from '../../../domain/contracts/patient/fetch-scheduled-appointments.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { upcomingAppointments } from '../_shared/appointments/scheduled-appointments.ts';

export const handler = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: FetchScheduledAppointmentsRequest,
  run: async (_input, context) => ({ appointments: await upcomingAppointments(context) }),
});
