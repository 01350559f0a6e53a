/** What the coach says to somebody new, where the clinic has no film of it. */
export const COACH_WELCOME = {
  greeting: 'Hello, and welcome.',
  paragraphs: [
    'I will be with you through your treatment: from the day your kit arrives to the last test, and as often as you need in between.',
    'You do not have to know anything yet. First you talk with a clinician, who sees with you whether this treatment suits you. Then the two of us look at the kit together, each part of it, until it feels familiar.',
    'Ask me anything, also what seems too small. You may come on your own, or bring whoever is part of this with you.',
  ],
  closing: 'I am looking forward to meeting you.',
} as const;
