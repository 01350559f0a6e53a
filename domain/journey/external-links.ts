/** Pages outside the portal. The settings contain their addresses. */
export type ExternalLink =
  | 'coachWelcomeVideo'
  | 'consultationGuide'
  | 'preparationGuide'
  | 'opkGuide'
  | 'pregnancyGuide'
  | 'experienceSurvey'
  | 'privacyPolicy'
  | 'eventsPage';
