import type { AuditEvent } from '@medplum/fhirtypes';
import { auditLineOf, auditWords } from '../../audit/audit-words.ts';
import type { AuditRow } from '../record.ts';
import type { Identified } from './types.ts';
import { instant, patientReference, words } from './values.ts';

const TYPE = {
  system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
  code: 'rest',
  display: 'RESTful Operation',
};
const ACTIONS = { read: 'R', insert: 'C', update: 'U', delete: 'D' } as const;

/** Acts of named team members. The acts of patients and of the portal are in the other files. */
export function auditEventsOf(userId: string, rows: readonly AuditRow[]): Identified<AuditEvent>[] {
  return rows.flatMap((row) => {
    if (!row.actor_name) return [];
    const { what, why } = auditWords(auditLineOf(row), userId);
    return {
      resourceType: 'AuditEvent',
      id: `audit-${row.id}`,
      type: TYPE,
      action: ACTIONS[row.action],
      recorded: instant(row.at),
      agent: [
        {
          requestor: true,
          name: row.actor_name,
          ...(row.staff_role && { role: [words(row.staff_role)] }),
          ...(why && { purposeOfUse: [words(why)] }),
        },
      ],
      source: { observer: { display: 'Béa' } },
      entity: [{ what: patientReference(userId), description: what }],
    };
  });
}
