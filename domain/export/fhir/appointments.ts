import type { Appointment } from '@medplum/fhirtypes';
import type { AppointmentRow } from '../record.ts';
import type { Identified } from './types.ts';
import { instant, patientReference, words } from './values.ts';

export const appointmentOf = (userId: string, row: AppointmentRow): Identified<Appointment> => ({
  resourceType: 'Appointment',
  id: row.id,
  status: row.status === 'cancelled' ? 'cancelled' : 'booked',
  serviceType: [words(row.name)],
  description: row.name,
  start: instant(row.starts_at),
  end: instant(row.ends_at),
  created: instant(row.created_at),
  participant: [
    { actor: patientReference(userId), status: 'accepted' },
    { actor: { display: row.host_name }, status: 'accepted' },
  ],
});
