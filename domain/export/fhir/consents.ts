import type { ConsentRow } from '../record.ts';
import type { Concept, Resource } from './types.ts';
import { coded, instant, patientReference, words } from './values.ts';

const SCOPE = coded(
  'http://terminology.hl7.org/CodeSystem/consentscope',
  'patient-privacy',
  'Privacy Consent',
);
const CATEGORY = coded('http://loinc.org', '59284-0', 'Consent Document');
const POLICIES: Record<string, Concept> = {
  privacy_policy_accepted: words('Privacy policy'),
  data_usage_consent: words('Use of stored transcripts for clinical use'),
  research_consent: words('Sharing medical summaries with other healthcare providers'),
  sms_consent: words('Text messages about appointments and next steps'),
};

/** Every choice with its time; only the newest of each kind, if it was given, is in force. */
export function consentsOf(userId: string, rows: readonly ConsentRow[]): Resource[] {
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
    policyRule: POLICIES[row.consent] ?? words(row.consent),
    provision: { type: row.granted ? 'permit' : 'deny' },
  }));
}
