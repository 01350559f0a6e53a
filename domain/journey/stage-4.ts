import { JOIN_LOCKED_TEXT, URGENT_SIGNS } from './clinical-copy.ts';
import type { Afterwards } from './afterwards.ts';
import { AFTER_TREATMENT_OUTLINE } from './outline.ts';
import type { Action, Phase, Stage } from './types.ts';

const [review] = AFTER_TREATMENT_OUTLINE.phases;

const BOOK: Action = {
  id: 'book-post-treatment-consultation',
  type: 'task',
  title: 'Book your treatment review',
  description: 'Choose a day and a time that suit you.',
  linkTo: { kind: 'page', path: '/schedule?appointmentType=post-treatment-review' },
};
const JOIN: Action = {
  id: 'join-post-treatment-consultation',
  type: 'other',
  title: 'Join your treatment review',
  description: 'Your video call with the clinician opens here.',
  linkTo: { kind: 'join', appointmentType: 'post-treatment-review' },
  locked: true,
  lockedText: JOIN_LOCKED_TEXT,
};
const NOTES: Action = {
  id: 'read-post-treatment-notes',
  type: 'other',
  title: 'Read your review notes',
  description: 'What you and your clinician talked about, to look back on.',
  notesReference: 'post-treatment-review',
};
const EXPERIENCE: Action = {
  id: 'share-experience',
  type: 'task',
  title: 'Tell us how it was for you',
  description: 'A short survey that helps us care better.',
  linkTo: { kind: 'external', key: 'experienceSurvey' },
};

const PHASE: Phase = {
  ...review,
  description:
    'Wherever treatment has brought you, you do not have to make sense of it alone. Meet your clinician to look back on your cycles, ask your questions and talk about what comes next. There is no hurry: book when you feel ready.',
  hint: URGENT_SIGNS,
  actions: [BOOK, JOIN, NOTES, EXPERIENCE],
};

/** The last phase for those who have come to it. Nothing is asked for of whoever has finished. */
export const AFTERWARDS: Record<Afterwards, Phase> = {
  pregnant: {
    ...PHASE,
    image: 'afterwards-pregnant',
    description:
      'Your treatment is complete. In your review, your clinician goes through the coming weeks with you and answers your questions. Bring whoever is part of this with you, or come on your own.',
    actions: [
      BOOK,
      JOIN,
      NOTES,
      {
        id: 'read-pregnancy-guide',
        type: 'learn',
        title: 'Read the pregnancy guide',
        description: 'The first weeks, and when to ask for help.',
        linkTo: { kind: 'external', key: 'pregnancyGuide' },
      },
    ],
  },
  'after-cycles': {
    ...PHASE,
    image: 'afterwards-cycles',
    description:
      'Three cycles are behind you, and we know how much you have put into them. In your review, your clinician goes through each of them with you and talks about what could come next. There is no hurry: book when you feel ready.',
    actions: [
      BOOK,
      JOIN,
      NOTES,
      {
        id: 'talk-after-treatment',
        type: 'other',
        title: 'Talk it over with your coach',
        description: 'Your coach stays with you. A call can be about anything.',
        linkTo: { kind: 'page', path: '/schedule?appointmentType=clinical-coach-support-call' },
      },
      EXPERIENCE,
    ],
  },
  finished: {
    ...PHASE,
    image: 'afterwards-finished',
    description:
      'You have been through every stage of your plan. What was written and logged stays here for you to read. Your coach is still here for you.',
    actions: [NOTES, EXPERIENCE],
  },
};

export const AFTER_TREATMENT: Stage = {
  ...AFTER_TREATMENT_OUTLINE,
  description: 'Look back with your clinician, and talk about what you would like to do next.',
  phases: [PHASE],
};
