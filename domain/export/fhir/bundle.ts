import type { Bundle, Resource } from '@medplum/fhirtypes';
import { isoFromInstant, type Instant } from '../../time/instant.ts';
import type { PatientRecord } from '../record.ts';
import { appointmentOf } from './appointments.ts';
import { auditEventsOf } from './audit-events.ts';
import { contactOf } from './contacts.ts';
import { agreementOf, consentsOf } from './consents.ts';
import { addendumOf, consultationNoteOf, medicalNoteOf, storedDocumentOf } from './documents.ts';
import { leftOutOf } from './left-out.ts';
import { messageOf } from './messages.ts';
import { observationOf } from './observations.ts';
import { carePlanOf, isLoss, lossOf } from './outcomes.ts';
import { patientOf } from './patient.ts';
import { questionnaireOf, safetyChecksOf, surveyOf } from './questionnaires.ts';
import { symptomsOf } from './symptoms.ts';
import { periodOf, timerOf } from './cycle.ts';
import type { Identified } from './types.ts';

/**
 * The record in a format other clinics can read: FHIR R4. Data that only this portal uses, such as its plan,
 * is in the JSON file.
 */
export function asFhir(record: PatientRecord, { siteUrl, now }: { siteUrl: string; now: Instant }): Bundle {
  const resources = record.customers.flatMap((customer) => {
    const { user_id: userId } = customer;
    return [
      patientOf(customer),
      ...record.test_results.map((row) => observationOf(userId, row)),
      ...record.care_state.map((row) => carePlanOf(userId, row, record.outcome_events)),
      ...record.outcome_events.filter(isLoss).map((row) => lossOf(userId, row)),
      ...record.symptom_reports.map((row) => symptomsOf(userId, row)),
      ...record.periods.map((row) => periodOf(userId, row)),
      ...record.safety_checks.flatMap((row) => safetyChecksOf(userId, row)),
      ...record.treatment_day_timers.map((row) => timerOf(userId, row)),
      ...record.applicator_agreements.map((row) => agreementOf(userId, row)),
      ...record.messages.map((row) => messageOf(userId, row)),
      ...record.appointments.map((row) => appointmentOf(userId, row)),
      ...record.onboarding_info.map(questionnaireOf),
      ...record.survey_responses.map((row) => surveyOf(userId, row)),
      ...consentsOf(userId, record.consent_history),
      ...record.medical_notes.map((row) => medicalNoteOf(userId, row)),
      ...record.consultation_notes.map((row) => consultationNoteOf(userId, row)),
      ...record.note_addenda.map((row) => addendumOf(userId, row)),
      ...record.patient_contacts.map((row) => contactOf(userId, row)),
      ...record.documents.map((row) => storedDocumentOf(userId, row, siteUrl)),
      ...auditEventsOf(userId, record.audit_log),
      ...leftOutOf(userId, record),
    ];
  });
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: isoFromInstant(now),
    entry: resources.map((resource) => ({ fullUrl: addressOf(resource, siteUrl), resource })),
  };
}

/** A made-up base address, so that references between entries resolve. No server answers there. */
const addressOf = ({ resourceType, id }: Identified<Resource>, siteUrl: string) =>
  `${siteUrl}/fhir/${resourceType}/${id}`;
