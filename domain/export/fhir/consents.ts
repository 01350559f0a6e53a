import type { Consent } from '@medplum/fhirtypes';
import { CONSENT_NAMES } from '../../onboarding/consent-words.ts';
import { AGREEMENT } from '../../copy/agreement.ts';
import type { AgreementRow, ConsentRow } from '../record.ts';
import type { Identified } from './types.ts';
import { coded, instant, patientReference, words } from './values.ts';

const SCOPE = coded(
  'http://terminology.hl7.org/CodeSystem/consentscope',
  'patient-privacy',
  'Privacy Consent',
);
const CATEGORY = coded('http://loinc.org', '59284-0', 'Consent Document');
const NAMES: Partial<Record<string, string>> = CONSENT_NAMES;

/** Every choice with its time. Only the newest of each type is active, if it was given. */
export function consentsOf(userId: string, rows: readonly ConsentRow[]): Identified<Consent>[] {
  const newest = new Map(
    rows.toSorted((one, other) => one.id - other.id).map((row) => [row.consent, row.id]),
  );
  return rows.map((row) => ({
    resourceType: 'Consent',
    id: `consent-${row.id}`,
    status: row.granted && newest.get(row.consent) === row.id ? 'active' : 'inactive',
    scope: SCOPE,
    category: [CATEGORY],
    patient: patientReference(userId),
    dateTime: instant(row.changed_at),
    policyRule: words(NAMES[row.consent] ?? row.consent),
    provision: { type: row.granted ? 'permit' : 'deny' },
  }));
}

/** The consent of the person who uses the applicator, named in text because they aren't a patient here. */
export const agreementOf = (userId: string, row: AgreementRow): Identified<Consent> => ({
  resourceType: 'Consent',
  id: row.id,
  status: row.agreed ? 'active' : 'inactive',
  scope: SCOPE,
  category: [CATEGORY],
  patient: patientReference(userId),
  dateTime: instant(row.created_at),
  policyRule: words(
    `${AGREEMENT.persons[row.person]}${row.name ? ` (${row.name})` : ''}: ${AGREEMENT.agrees}`,
  ),
  provision: { type: row.agreed ? 'permit' : 'deny' },
});
