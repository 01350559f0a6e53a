/** Addresses outside the portal's own pages; the settings say where each of them leads. */
export type ExternalLink =
  | 'coachWelcomeVideo'
  | 'consultationGuide'
  | 'preparationGuide'
  | 'opkGuide'
  | 'pregnancyGuide'
  | 'experienceSurvey'
  | 'privacyPolicy'
  | 'eventsPage';
