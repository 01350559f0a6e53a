import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../domain/worklist/items-of.ts';

// Each sentence by which a patient may expect that somebody reads, answers or calls, beside what keeps it: the items that stand on
// Today until somebody did. A new sentence needs its row here, and a rule, or it must not be said.

/** Kept by what the care team sees in the record whenever they open it: nothing is promised beyond that. */
const RECORD = 'in the record';
/** The patient writes to an address outside the portal, or something is said of the portal itself. */
const OUTSIDE = 'outside the workspace';

const KEPT_BY: Record<string, string[]> = {
  // My Coach, the articles and the evenings
  'Replies within 3 hours,': ['Unanswered message'],
  'Replies resume at': ['Unanswered message'],
  'Write now, and you will hear back by': ['Unanswered message'],
  'You will hear back by': ['Unanswered message', 'Needs an answer today'],
  'Your coach **replies within 3 hours, 8am to 10pm, 7 days a week**.': ['Unanswered message'],
  'Your coach replies within 3 hours, 8am to 10pm, 7 days a week.': ['Unanswered message'],
  'replies come within 3 hours, 8am to 10pm, so there is time to talk before the second applicator.': [
    'Unanswered message',
    'Difficult applicator use',
  ],
  'Here is whom to ask for what, and when you will hear back.': ['Unanswered message'],
  'Your Clinical Coach answers your questions and helps with the details.': [
    'Unanswered message',
    'No tests logged',
    'No applicator report',
    'No pregnancy test',
  ],
  // What the body says
  'Nobody reads this before': ['Urgent symptoms', 'Symptoms reported'],
  'It is kept in your record, where the team can read it.': ['Urgent symptoms', 'Symptoms reported'],
  'Someone will call you, or write to you if we have no number for you.': ['Asks for a call now'],
  'will be in touch': ['Having a hard time'],
  'will be in touch by': ['Contact after a loss'],
  'will be in touch these days to ask how you are.': ['Two weeks after a loss', 'Six weeks after a loss'],
  // Surveys
  'Your coach will read your answers.': ['Difficult applicator use'],
  'Your coach is glad to go through the kit with you, as often as you like.': ['Unsure about treatment'],
  'Your coach is glad to go through any of this with you, before, during or after.': [
    'Unanswered message',
    'Difficult applicator use',
  ],
  // Tests and periods
  'It is in your record, where your clinician can see it.': [
    'Possible loss',
    'Positive test after a loss or stop',
  ],
  'Your coach can set it right with you.': ['Unanswered message'],
  'The next step is a review with your clinician, who will go through the coming weeks with you.': [
    'Positive test',
    'Call needs an outcome',
  ],
  'When you are ready, your coach would like to look at this cycle with you before the next one.': [
    'Unanswered message',
    'Call needs an outcome',
  ],
  'Your coach can look at them with you.': ['Unclear test', 'Unanswered message'],
  'Your coach is glad to look at it with you.': ['Unanswered message'],
  'If it has not, you can take a pregnancy test, and your coach is glad to look at it with you.': [
    'No pregnancy test',
    'Unanswered message',
  ],
  'Speak with your coach, who can go through your results with you and bring in your clinician where needed.':
    ['Unclear test', 'Unanswered message'],
  'Your results are kept under My Account, and your coach can look at the same picture as you.': [RECORD],
  // Pauses, stops and losses
  'Your coach is glad to talk it over with you.': ['Unanswered message'],
  'Your care team can read it.': [RECORD],
  'Your care team will read it.': ['Unanswered message'],
  'Your report is in your record, where your coach can read it.': [RECORD],
  // Calls
  'will call you on the number that we have for you.': ['Call needs an outcome'],
  'Your clinician will look through it with you, and your notes will say what you agreed, so that you do not have to keep it in your head.':
    ['Call needs an outcome', 'Unsigned note'],
  'You can correct anything there before the call, and your clinician will see what you changed.': [RECORD],
  'Your coach can book a call with you, or tell you which one to choose.': ['Unanswered message'],
  // The kit
  'If it has not, message your coach, and we will look for it.': ['Kit late', 'Unanswered message'],
  'If you change your address, we will be in touch.': ['Shipping address changed'],
  // By mail
  'Send us a short mail, and we reply with everything you need to join.': [OUTSIDE],
  ', and we will talk through what is possible.': [OUTSIDE],
  'The bar moves when we can hear you.': [OUTSIDE],
  '## What we can talk about - Reading ovulation tests:': [OUTSIDE],
  'It explains what we keep, why, who can see it, and for how long.': [OUTSIDE],
  'To keep everybody honest; you can read this list on My Account.': [OUTSIDE],
};

const WHO = '(?:coach|clinician|care team|team|clinic|we|somebody|everybody|host)';
const ACTS = '(?:read|reply|answer|call|write|contact|look|go through|talk|hear|get back|set|phone|see|book)';
const PROMISING = [
  new RegExp(
    `\\b${WHO}\\b[^.?!]{0,40}\\b(?:will|is glad to|are glad to|would like to|can)\\b (?:\\w+ ){0,2}?${ACTS}\\b`,
    'i',
  ),
  new RegExp(
    `\\b${WHO} (?:\\w+ )?(?:reads|replies|answers|calls|reply|answer|call you|gets back|get back)\\b`,
    'i',
  ),
  /\brepl(?:y|ies) (?:within|come|resume)/i,
  /\bhear back\b/i,
  /\bnobody reads\b/i,
  /\bwill call you\b/i,
  /\bwill be in touch\b/i,
];

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Everything that a patient may read, sentence by sentence, with the file that says it. */
const sentences = globSync([
  'domain/**/*.ts',
  'web/src/{patient,first-visit}/**/*.{ts,tsx}',
  'supabase/content/**/*.md',
])
  .filter((file) => !/\.test\.|\/testing|domain\/(worklist|contracts)\//.test(file))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const ends = file.endsWith('.md') ? /(?<=[.!?:])\s/ : /['"`<>{}]|(?<=[.!?])\s/;
    const said = file.endsWith('.md') ? text : text.replaceAll(COMMENTS, ' ');
    return said
      .replaceAll(/\s+/g, ' ')
      .split(ends)
      .map((sentence) => ({ file, sentence: sentence.replace(/\$$/, '').trim() }));
  });
const promises = sentences.filter(({ sentence }) => PROMISING.some((pattern) => pattern.test(sentence)));

test('every sentence that promises that somebody reads, answers or calls has its row, with what keeps it', () => {
  const unkept = promises.filter(({ sentence }) => !(sentence in KEPT_BY));
  expect(unkept.map(({ file, sentence }) => `${file}: ${sentence}`)).toEqual([]);
});

test('every row is still said, and kept by an item of Today', () => {
  const said = new Set(promises.map(({ sentence }) => sentence));
  expect(Object.keys(KEPT_BY).filter((sentence) => !said.has(sentence))).toEqual([]);
  const known = new Set([...RULES.map(({ title }) => title), RECORD, OUTSIDE]);
  for (const [sentence, keepers] of Object.entries(KEPT_BY)) {
    expect(keepers, sentence).not.toEqual([]);
    expect(
      keepers.filter((keeper) => !known.has(keeper)),
      sentence,
    ).toEqual([]);
  }
});
