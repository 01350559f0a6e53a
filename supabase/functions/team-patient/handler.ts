import {
  TeamPatientAnswer,
  TeamPatientRecord,
  TeamPatientRequest,
} from '../../../domain/contracts/team-patient.ts';
import { careOf } from '../../../domain/record/care.ts';
import { timelineOf } from '../../../domain/record/timeline.ts';
import { defineTeamFunction } from '../_shared/define-team-function.ts';

/** A record as its reader may see it: whole, its administrative part, or a name and an address. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician', 'administrator'],
  reads: [
    'identity',
    'contact',
    'consents',
    'kit',
    'mails',
    'call_times',
    'onboarding_info',
    'test_results',
    'survey_responses',
    'completed_phases',
    'appointments',
    'medical_notes',
    'consultation_notes',
    'patient_contacts',
    'outcome_events',
    'symptom_reports',
    'periods',
    'safety_checks',
  ],
  input: TeamPatientRequest,
  run: async ({ id }, team) => {
    const record = TeamPatientRecord.parse(await team.ask('team_patient', { p_patient: id }));
    if (record.access !== 'record') return record;
    const { facts, treatmentCycle, ...rest } = record;
    const { person } = team;
    // An administrator never gets a record.
    const role = person.role === 'clinician' ? 'clinician' : 'coach';
    const zone = record.profile.timeZone ?? person.timeZone;
    const care = careOf(facts, { role, now: team.now().getTime(), zone, cycle: treatmentCycle });
    return TeamPatientAnswer.parse({
      ...rest,
      ...care,
      results: facts.results,
      timeline: timelineOf(facts),
    });
  },
});
