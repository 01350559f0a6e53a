import {
  TeamPatientAnswer,
  TeamPatientRecord,
  TeamPatientRequest,
} from '../../../domain/contracts/team/team-patient.ts';
import { careOf } from '../../../domain/record/care.ts';
import { planOf } from '../../../domain/record/plan.ts';
import { chartOf, testsOf } from '../../../domain/record/chart.ts';
import { cycleSections, startsOf } from '../../../domain/record/cycle-sections.ts';
import { newestCycle } from '../../../domain/record/older-cycles.ts';
import { timelineOf } from '../../../domain/record/timeline.ts';
import { instantFromIso } from '../../../domain/time/instant.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineTeamRead } from '../_shared/request/define-team-function.ts';

/** A record as its reader may see it: whole, its administrative part, who it is about, or a name and an address. */
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
    'staff_notes',
    'patient_alerts',
    'follow_ups',
    'outcome_events',
    'symptom_reports',
    'periods',
    'safety_checks',
    'treatment_day_timers',
    'attention',
    'summary',
  ],
  input: TeamPatientRequest,
  procedure: 'team_patient',
  values: ({ id, cycles, part }) => ({
    p_patient: id,
    p_newest: cycles === 'newest',
    p_who: part === 'who',
  }),
  answer: (read, now, _context, { cycles }) => {
    const record = TeamPatientRecord.parse(read);
    if (record.access !== 'record') return record;
    const { facts, reader, ...rest } = record;
    const zone = reader.patientsZone;
    const care = careOf(facts, { role: reader.role, now: now.getTime(), zone });
    const statedLength = record.questionnaire?.['menstrual_cycle_length'];
    const cycle = chartOf(facts, {
      careState: care.careState,
      statedLength,
      today: localDate(now.getTime(), zone),
      zone,
    });
    const timeline = timelineOf(facts, zone, {
      role: reader.role,
      now: now.getTime(),
      zone: reader.timeZone,
    });
    const starts = startsOf(cycle.periods);
    const sections = () =>
      cycleSections(timeline, starts, ({ at }) => localDate(instantFromIso(at), reader.timeZone));
    return TeamPatientAnswer.parse({
      ...rest,
      ...care,
      cycle,
      plan: planOf(facts, { careState: care.careState, status: record.profile.status }),
      results: testsOf(facts),
      ...(cycles === 'newest' ? newestCycle(sections(), starts, facts) : { timeline, older: [] }),
    });
  },
});
