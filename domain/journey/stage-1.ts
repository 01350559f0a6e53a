import { JOIN_LOCKED_TEXT } from './clinical-copy.ts';
import { YOUR_PLAN_OUTLINE } from './outline.ts';
import type { Stage } from './types.ts';

const [welcome, consultation] = YOUR_PLAN_OUTLINE.phases;

export const YOUR_PLAN: Stage = {
  ...YOUR_PLAN_OUTLINE,
  description: 'Find your way around, and talk to a fertility clinician about your history and goals.',
  phases: [
    {
      ...welcome,
      description:
        'Everything about your treatment is here: what comes next, who’s there for you, and what you’ve already done. Take a few minutes to look around. There’s nothing to prepare yet, and no wrong place to begin.',
      hint: 'Your plan moves forward when you mark a phase as complete, so it always goes at your pace.',
      actions: [
        {
          id: 'watch-coach-welcome',
          type: 'learn',
          title: 'A welcome from your coach',
          description: 'Who we are, and how we work with you.',
          linkTo: { kind: 'external', key: 'coachWelcomeVideo' },
        },
        {
          id: 'look-through-plan',
          type: 'task',
          title: 'Look through your plan',
          description: 'Four stages, with up to three treatment cycles.',
          linkTo: { kind: 'page', path: '/overview' },
        },
        {
          id: 'read-consultation-guide',
          type: 'learn',
          title: 'What happens in a consultation',
          description: 'What your clinician may ask, and what you may want to ask.',
          linkTo: { kind: 'external', key: 'consultationGuide' },
        },
        {
          id: 'book-ahead',
          // Offered here, but not a task. The next phase asks for it.
          type: 'other',
          title: 'Pick your consultation time',
          description: 'You can book your first consultation right away.',
          linkTo: { kind: 'page', path: '/schedule?appointmentType=initial-consultation' },
        },
      ],
    },
    {
      ...consultation,
      description:
        'Meet a licensed fertility clinician by video. You’ll talk about your health, your family setup and what you hope for, and decide together whether this treatment is right for you. Your answers to the questionnaire help them prepare.',
      hint: 'Have the dates of your last periods handy, and the names of any medicines you take.',
      actions: [
        {
          id: 'complete-questionnaire',
          type: 'task',
          title: 'Answer the questionnaire',
          description: 'A few questions about you, so your clinician can prepare.',
          linkTo: { kind: 'page', path: '/onboarding-questionnaire' },
        },
        {
          id: 'book-fertility-consultation',
          type: 'task',
          title: 'Book your consultation',
          description: 'Pick a day and time that work for you.',
          linkTo: { kind: 'page', path: '/schedule?appointmentType=initial-consultation' },
        },
        {
          id: 'join-fertility-consultation',
          type: 'other',
          title: 'Join your consultation',
          description: 'Your video call with the clinician opens here.',
          linkTo: { kind: 'join', appointmentType: 'initial-consultation' },
          locked: true,
          lockedText: JOIN_LOCKED_TEXT,
        },
        {
          id: 'read-fertility-consultation-notes',
          type: 'other',
          title: 'Read your consultation notes',
          description: 'What you and your clinician talked about, to look back on.',
          notesReference: 'initial-consultation',
        },
      ],
    },
  ],
};
