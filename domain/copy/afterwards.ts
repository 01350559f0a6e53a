/** Shown on Home and in the plan once the review took place. */
export const REVIEWED =
  'You’ve had your review, and its notes are in Medical Notes. Your coach is still here for you.';

/**
 * Shown on Home after three cycles, once the plan is complete. Support comes first, because the next step
 * above already offers the review.
 */
export const AFTER_CYCLES = {
  heading: 'After your three cycles',
  paragraphs: [
    'We know how much you’ve put into these cycles, and we’re here for you. However you feel about it is okay.',
    'In your review, your clinician will go through everything with you and talk about what could come next. There’s no rush.',
  ],
  coach: 'Talk to your coach',
};

export const PLAN_COMPLETE = {
  heading: 'Your plan is complete',
  paragraphs: [
    'You’ve been through every stage. Your results, notes and plan stay here for you to read.',
    'Your coach is still here for you, and so are we.',
  ],
  notes: 'Read your notes',
  coach: 'My Coach',
};

/** The resources for a pregnant patient. */
export const PREGNANCY_GUIDE = {
  heading: 'Your pregnancy guide',
  text: 'The first weeks, what to ask, and when to get help.',
  download: 'Download the pregnancy guide',
};
