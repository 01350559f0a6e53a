/** What we used to write, and what Americans write instead. */
export const HABITS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:stands?|stood)\b(?! (?:up|out|for|in)\b|-in)/i, 'appears, is shown'],
  [/\b(?<!(?:requests|uploads) )at once\b/i, 'right away'],
  [/\bstraight away\b/i, 'right away'],
  [/\bany ?more\b(?! (?:\p{L}+s|of)\b)/iu, 'no longer'],
  [/\b(?:some|no|any|every)body\b/i, 'someone, no one, anyone, everyone'],
  [/\b(?:whoever|whomever|wherever|whichever)\b/i, 'the person who, where'],
  [
    /\b(?:a|an|the|no|this|that|by|one|each|in|their|your|its|every|check) mails?\b(?! (?:server|service|link|app|program))|\bmails (?:are|that|to|and|wait|go)\b/i,
    'email',
  ],
  [/\b(?:talk|talks|talked|talking|speak) with\b/i, 'talk to'],
  [/\b(?:go|goes|going|went|gone) on\b/i, 'continue, resume'],
  [/\bkinds? of (?:call|item|entry|note|event|thing)s?\b/i, 'type'],
  [/\b(?:take|takes|took|taken|taking)(?: it| this| them)? back\b/i, 'undo'],
  [/\btold us\b/i, 'reported'],
  [/\b(?:is|are|was|were|be|been) told\b/i, 'reads, learns, was reported'],
  [/\b(?:hold|holds|held)(?: it| them| you)? back\b/i, 'block'],
  [/\b(?:week|day|call|visit)s? ahead\b/i, 'upcoming'],
  [/\b(?:with|of|from|for|by|on|in|to) (?:which|whom)\b/i, 'rewrite the sentence'],
  [/\b(?:earlier|later) (?:week|cycle)s?\b/i, 'previous, next'],
  [/\bplease name\b/i, 'enter, select'],
  [/\bonce in a (?:minute|hour|day|week|month|while)\b/i, 'once a'],
  [/\b(?:mend|mends|mended|mending)\b/i, 'fix'],
  [/\blook(?:s|ed|ing)? after\b/i, 'care for, be assigned to'],
  [/\bbeside\b/i, 'next to, in addition to'],
  [/\b(?:asked of|asks of) you\b/i, 'there’s nothing you need to do'],
  [/\bset-up code\b/i, 'setup code'],
];

/** For engineers, 'at once' also means at the same time. */
export const HABITS_IN_DOCS = HABITS.filter(([, better]) => better !== 'right away');

/** In comments and test names, code has words of its own: a transaction is taken back, a request is told to wait. */
const KEPT_IN_CODE = new Set([
  'reads, learns, was reported',
  'rewrite the sentence',
  'appears, is shown',
  'previous, next',
  'upcoming',
  'the person who, where',
]);

export const HABITS_IN_CODE: readonly (readonly [RegExp, string])[] = [
  ...HABITS_IN_DOCS.filter(([, better]) => !KEPT_IN_CODE.has(better)),
  [/\b(?:whoever|whomever)\b/i, 'the person who'],
  [/\banew\b/i, 'again'],
  [
    /\b(?:cancell(?:ed|ing)|colour\w*|programmes?|judgement|authoris\w+|recognis\w+|organis\w+|behaviour|favour\w*)\b/i,
    'American spelling',
  ],
  [/\bquarter of an hour\b/i, '15 minutes'],
];

/** Words that stay, each with the reason. */
export const ALLOWED: readonly (readonly [words: string, reason: string])[] = [
  ['Speak with your Clinical Coach', 'second portal document, section 2'],
  ['Speak with Support', 'second portal document, section 2'],
  ['Take it back', 'quoted by the document about outcomes'],
  ['until you have talked with your clinician', 'quoted by the document about outcomes'],
  ['new set-up code', 'part of a key; another text would change stored hashes'],
  ['set-up code\0…', 'part of a key; another text would change stored hashes'],
  ['account named "nobody"', 'the system’s own name'],
  ['Talk with Dr. Lind', 'the name of a call and its host, in docs/next-step.md'],
];
