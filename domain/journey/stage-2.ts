import { TRACKING_LOCKED_TEXT } from './clinical-copy.ts';
import { PREPARE_OUTLINE } from './outline.ts';
import type { Stage } from './types.ts';

const [preparation, coachTalk] = PREPARE_OUTLINE.phases;

export const PREPARE: Stage = {
  ...PREPARE_OUTLINE,
  description: 'Get ready for your first cycle while your kit is on its way, and meet your Clinical Coach.',
  phases: [
    {
      ...preparation,
      description:
        'While your Béa Treatment Kit is on its way, you have time to get ready. Folic acid is usually taken while trying and until 12 weeks of pregnancy, 400 micrograms daily. Some people need a different dose, so please ask your clinician what is right for you.',
      hint: 'If your health or your medicines change, let your coach know, even if it seems small. The person giving the sample should go 2 to 7 days without ejaculation before the first one.',
      actions: [
        {
          id: 'delivery-info',
          type: 'task',
          title: 'Follow your delivery',
          description: 'See where your kit is.',
          linkTo: { kind: 'tracking' },
          locked: true,
          lockedText: TRACKING_LOCKED_TEXT,
        },
        {
          id: 'check-patient-info',
          type: 'task',
          title: 'Check your answers',
          description: 'Check that they’re still up to date.',
          linkTo: { kind: 'page', path: '/patient-info' },
        },
        {
          id: 'read-preparation-guide',
          type: 'learn',
          title: 'Preparing for treatment',
          description: 'Folic acid, and the days before the first sample.',
          linkTo: { kind: 'external', key: 'preparationGuide' },
        },
        {
          id: 'see-kit-contents',
          type: 'learn',
          title: 'What’s in your kit',
          description: 'Each part, and what it is for.',
          linkTo: { kind: 'page', path: '/your-kit' },
        },
      ],
    },
    {
      ...coachTalk,
      description:
        'Talk through the kit, your cycle and anything else on your mind with the person who will be with you in every cycle. Bring anyone who is part of this, or come on your own. After you’ve talked, mark this phase as complete and tell us how you feel about using the kit.',
      hint: 'It can help to have the kit in front of you, so you can look at each part together.',
      redirectAfterPath: '/before-treatment-survey',
      actions: [
        {
          id: 'book-coach-call',
          type: 'task',
          title: 'Book your coach call',
          description: 'Pick a day and time that work for you.',
          linkTo: { kind: 'page', path: '/schedule?appointmentType=meet-your-clinical-coach' },
        },
        {
          id: 'preview-applicator-steps',
          type: 'learn',
          title: 'See how the applicator works',
          description: 'Four steps, with answers to common questions.',
          linkTo: { kind: 'page', path: '/applicator-instructions' },
        },
      ],
    },
  ],
};
