import type { CodeableConcept, ObservationComponent, Patient, Reference } from '@medplum/fhirtypes';
import { instantFromIso, isoFromInstant } from '../../time/instant.ts';

/** Text that FHIR accepts: not empty, and no control characters except tabs and line breaks. */
export function text(value: unknown): string | undefined {
  const clean = typeof value === 'string' ? value.replace(/[^\P{Cc}\t\n\r]/gu, '').trim() : '';
  return clean === '' ? undefined : clean;
}

/** The property, or nothing if the value is empty. */
export const given = <Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): Partial<Record<Name, Value>> =>
  value === null || value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);

export const instant = (iso: string): string => isoFromInstant(instantFromIso(iso));

export const patientReference = (userId: string): Reference<Patient> => ({ reference: `Patient/${userId}` });

export const words = (concept: string): CodeableConcept => ({ text: concept });

/** The day in the patient's calendar: a moment in UTC may be on another one. */
export const dayOf = (day: unknown): ObservationComponent[] =>
  typeof day === 'string' ? [{ code: words('Day in the patient’s calendar'), valueDateTime: day }] : [];

export const coded = (system: string, code: string, display: string): CodeableConcept => ({
  coding: [{ system, code, display }],
  text: display,
});
