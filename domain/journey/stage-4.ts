import { JOIN_LOCKED_TEXT, URGENT_SIGNS_AFTER_LOSS } from './clinical-copy.ts';
import { AFTER_TREATMENT_OUTLINE } from './outline.ts';
import type { Stage } from './types.ts';

const [review] = AFTER_TREATMENT_OUTLINE.phases;

export const AFTER_TREATMENT: Stage = {
  ...AFTER_TREATMENT_OUTLINE,
  description: 'Look back with your clinician, and talk about what you would like to do next.',
  phases: [
    {
      ...review,
      description:
        'However treatment has gone, you don’t have to make sense of it alone. Meet your clinician to look back on your cycles, ask your questions and talk about what comes next. There’s no rush. Book when you feel ready.',
      hint: URGENT_SIGNS_AFTER_LOSS,
      actions: [
        {
          id: 'book-post-treatment-consultation',
          type: 'task',
          title: 'Book your treatment review',
          description: 'Pick a day and time that work for you.',
          linkTo: { kind: 'page', path: '/schedule?appointmentType=post-treatment-review' },
        },
        {
          id: 'join-post-treatment-consultation',
          type: 'other',
          title: 'Join your treatment review',
          description: 'Your video call with the clinician opens here.',
          linkTo: { kind: 'join', appointmentType: 'post-treatment-review' },
          locked: true,
          lockedText: JOIN_LOCKED_TEXT,
        },
        {
          id: 'read-post-treatment-notes',
          type: 'other',
          title: 'Read your review notes',
          description: 'What you and your clinician talked about, to look back on.',
          notesReference: 'post-treatment-review',
        },
        {
          id: 'share-experience',
          type: 'task',
          title: 'Tell us how it was for you',
          description: 'A short survey that helps us improve our care.',
          linkTo: { kind: 'external', key: 'experienceSurvey' },
        },
      ],
    },
  ],
};
