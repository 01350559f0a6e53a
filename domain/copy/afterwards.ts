/** On Home, after three cycles and once the plan is complete. Care comes first; the review is offered above it, by Today. */
export const AFTER_CYCLES = {
  heading: 'After your three cycles',
  paragraphs: [
    'We know how much you have put into these cycles, and we are here for you. However you feel about it is all right.',
    'In your review, your clinician goes through everything with you and talks about what could come next. There is no hurry.',
  ],
  coach: 'Talk to your coach',
};

export const PLAN_COMPLETE = {
  heading: 'Your plan is complete',
  paragraphs: [
    'You have been through every stage. Your results, your notes and your plan stay here for you to read.',
    'Your coach is still here for you, and so are we.',
  ],
  notes: 'Read your notes',
  coach: 'My Coach',
};

/** Where a pregnant patient looks. */
export const PREGNANCY_GUIDE = {
  heading: 'Your pregnancy guide',
  text: 'The first weeks, what to ask, and when to get help.',
  download: 'Download the pregnancy guide',
};
