import type { Communication } from '@medplum/fhirtypes';
import type { MessageRow } from '../record.ts';
import type { Identified } from './types.ts';
import { instant, patientReference, words } from './values.ts';

/** Messages between patient and care team in the portal. A reply by phone is included as text. */
export const messageOf = (userId: string, row: MessageRow): Identified<Communication> => ({
  resourceType: 'Communication',
  id: row.id,
  status: 'completed',
  subject: patientReference(userId),
  topic: words(row.topic),
  medium: [words(row.by_phone ? 'phone' : 'portal')],
  sent: instant(row.created_at),
  sender:
    row.sender === 'patient'
      ? patientReference(userId)
      : { display: `${row.person_name}, ${row.person_role}` },
  payload: [{ contentString: row.text }],
});
