/** What shows a table's rows, by the first word of the query's key. */
export const SHOWN: Record<string, string[]> = {
  customers: ['access', 'customer', 'consents', 'consent-history', 'cap-advice'],
  appointments: ['appointments', 'appointment-slots', 'own-plan', 'own-clinician'],
  completed_phases: ['completed-phases', 'treatment-cycle', 'own-plan'],
  test_results: ['test-results', 'safety-check', 'cap-advice'],
  outcome_events: ['outcome-events', 'safety-check', 'cap-advice'],
  periods: ['cycle', 'own-plan'],
  safety_checks: ['cycle', 'safety-check'],
  applicator_agreements: ['safety-check'],
  symptom_reports: ['cycle', 'safety-check'],
  treatment_day_timers: ['cycle', 'treatment-day', 'cap-advice'],
  message_threads: ['messages'],
  messages: ['messages'],
  message_reads: ['messages'],
  message_pictures: ['messages'],
  medical_notes: ['medical-notes'],
  consultation_notes: ['consultation-notes', 'medical-notes', 'own-plan', 'own-clinician'],
};
