/**
 * Every table and view of schema public, by the area whose test file covers who sees it and who changes it.
 */
export const AREAS = {
  access: ['invitations', 'customers'],
  audit: ['audit_log'],
  consent: ['consent_history'],
  'data-rights': ['account_deletions'],
  cycle: ['periods', 'safety_checks', 'treatment_day_timers', 'applicator_agreements'],
  clinic: ['clinic_settings', 'note_templates', 'saved_replies'],
  content: ['blog_collections', 'blog_articles'],
  journey: ['journey_phases', 'completed_phases'],
  messages: ['message_threads', 'messages', 'message_reads', 'message_pictures'],
  notes: ['consultation_notes', 'medical_notes'],
  onboarding: ['onboarding_info', 'questionnaire_drafts'],
  outbox: ['outbox'],
  outcomes: ['outcome_events', 'symptom_reports'],
  'team-today': ['attention_decisions'],
  'team-care': [
    'patient_contacts',
    'kit_requests',
    'results_taken_back',
    'staff_notes',
    'patient_alerts',
    'follow_ups',
  ],
  'team-notes': ['note_drafts', 'note_addenda', 'note_withdrawals'],
  'team-records': ['coach_assignments', 'record_openings'],
  results: ['test_results', 'survey_responses'],
  scheduling: [
    'care_team',
    'appointment_types',
    'appointment_type_hosts',
    'availability',
    'days_off',
    'absences',
    'appointments',
    'calls',
  ],
} as const;

export type Area = keyof typeof AREAS;
export type TableOf<A extends Area> = (typeof AREAS)[A][number];
