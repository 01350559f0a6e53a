import type { Observation } from '@medplum/fhirtypes';
import { signText, strengthText } from '../../record/words.ts';
import type { SymptomRow } from '../record.ts';
import type { Identified } from './types.ts';
import { instant, patientReference, text, words } from './values.ts';

/** Symptoms the patient reported. */
export function symptomsOf(userId: string, row: SymptomRow): Identified<Observation> {
  const ownWords = text(row.words);
  return {
    resourceType: 'Observation',
    id: row.id,
    status: 'final',
    code: words('Symptoms reported by the patient'),
    subject: patientReference(userId),
    performer: [patientReference(userId)],
    effectiveDateTime: row.since,
    issued: instant(row.created_at),
    component: [
      ...row.signs.map((sign) => ({ code: words('Sign'), valueString: signText(sign) })),
      { code: words('Severity'), valueString: strengthText(row.strength) },
      { code: words('Urgent'), valueBoolean: row.urgent },
    ],
    ...(ownWords && { note: [{ text: ownWords }] }),
  };
}
