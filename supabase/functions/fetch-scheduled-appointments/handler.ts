import { FetchScheduledAppointmentsRequest } from '../../../domain/contracts/fetch-scheduled-appointments.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { upcomingAppointments } from '../_shared/scheduled-appointments.ts';

export const handler = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: FetchScheduledAppointmentsRequest,
  run: async (_input, context) => ({ appointments: await upcomingAppointments(context) }),
});
