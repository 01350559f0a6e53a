import type { Communication } from '@medplum/fhirtypes';
import type { ContactRow } from '../record.ts';
import type { Identified } from './types.ts';
import { instant, patientReference, words } from './values.ts';

/** How the care team spoke or wrote to the patient outside the portal. */
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
