import {
  TeamPatientAnswer,
  TeamPatientRecord,
  TeamPatientRequest,
} from '../../../domain/contracts/team/team-patient.ts';
import { zoneOf } from '../../../domain/worklist/facts-from-rows.ts';
import { careOf } from '../../../domain/record/care.ts';
import { chartOf } from '../../../domain/record/chart.ts';
import { timelineOf } from '../../../domain/record/timeline.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineTeamRead } from '../_shared/request/define-team-function.ts';

/** A record as its reader may see it: whole, its administrative part, or a name and an address. */
export const handler = defineTeamRead({
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
    'treatment_day_timers',
  ],
  input: TeamPatientRequest,
  procedure: 'team_patient',
  values: ({ id }) => ({ p_patient: id }),
  answer: (read, now) => {
    const record = TeamPatientRecord.parse(read);
    if (record.access !== 'record') return record;
    const { facts, reader, ...rest } = record;
    const zone = zoneOf(record.profile.timeZone, reader.timeZone);
    const care = careOf(facts, { role: reader.role, now: now.getTime(), zone });
    const statedLength = record.questionnaire?.['menstrual_cycle_length'];
    return TeamPatientAnswer.parse({
      ...rest,
      ...care,
      cycle: chartOf(facts, {
        careState: care.careState,
        statedLength,
        today: localDate(now.getTime(), zone),
        zone,
      }),
      results: facts.results,
      timeline: timelineOf(facts, zone, { role: reader.role, now: now.getTime() }),
    });
  },
});
