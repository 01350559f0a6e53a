import type { CodeableConcept, Observation } from '@medplum/fhirtypes';
import type { ResultRow } from '../record.ts';
import type { Identified } from './types.ts';
import { coded, dayOf, instant, patientReference, words } from './values.ts';

const LABORATORY = coded(
  'http://terminology.hl7.org/CodeSystem/observation-category',
  'laboratory',
  'Laboratory',
);
const PREGNANCY_TEST = coded(
  'http://loinc.org',
  '2106-3',
  'Choriogonadotropin (pregnancy test) [Presence] in Urine',
);
const OVULATION_TEST = words('Ovulation test (luteinizing hormone in urine)');

const SNOMED = 'http://snomed.info/sct';
const PREGNANCY_VALUES: Record<string, CodeableConcept> = {
  positive: coded(SNOMED, '10828004', 'Positive'),
  negative: coded(SNOMED, '260385009', 'Negative'),
};

/** A test the patient took at home and reported. */
export function observationOf(userId: string, row: ResultRow): Identified<Observation> {
  const isPregnancyTest = row.result_type === 'PREGNANCY';
  const value = (isPregnancyTest && PREGNANCY_VALUES[row.result]) || words(row.result);
  const { cycle_number: cycle } = row;
  const component = [
    ...dayOf(row['taken_on']),
    ...(cycle === null ? [] : [{ code: words('Treatment cycle'), valueInteger: cycle }]),
  ];
  return {
    resourceType: 'Observation',
    id: row.id,
    status: 'final',
    category: [LABORATORY],
    code: isPregnancyTest ? PREGNANCY_TEST : OVULATION_TEST,
    subject: patientReference(userId),
    performer: [patientReference(userId)],
    effectiveDateTime: instant(row.taken_at),
    issued: instant(row.created_at),
    valueCodeableConcept: value,
    ...(component.length > 0 && { component }),
  };
}
