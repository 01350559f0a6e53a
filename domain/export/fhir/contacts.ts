import type { Communication } from '@medplum/fhirtypes';
import type { ContactRow } from '../record.ts';
import type { Identified } from './types.ts';
import { instant, patientReference, words } from './values.ts';

/** Contacts between the care team and the patient outside the portal. */
export const contactOf = (userId: string, row: ContactRow): Identified<Communication> => ({
  resourceType: 'Communication',
  id: row.id,
  status: 'completed',
  subject: patientReference(userId),
  medium: [words(row.how)],
  sent: instant(row.contacted_at),
  sender: { display: `${row.person_name}, ${row.person_role}` },
  payload: [{ contentString: row.words }],
});
