import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../domain/worklist/items-of.ts';

// Each sentence that lets a patient expect someone to read, reply or call, with the items on Today that keep
// the promise. A new sentence needs a row here and a rule, or it must not be said.

/** The care team sees it whenever they open the record. Nothing more is promised. */
const RECORD = 'in the record';
/** The patient writes to an address outside the portal, or the sentence is about the portal itself. */
const OUTSIDE = 'outside the workspace';

const KEPT_BY: Record<string, string[]> = {
  // My Coach, the articles and the evenings
  'Replies within': ['Unanswered message'],
  'Replies resume at': ['Unanswered message'],
  'Write now and you’ll hear back by': ['Unanswered message'],
  'You’ll hear back by': ['Unanswered message', 'Needs an answer today'],
  'Your coach **replies within {reply promise}**.': ['Unanswered message'],
  'Your coach replies within {reply promise}.': ['Unanswered message'],
  'replies come within {reply promise}, so there’s time to talk before the second applicator.': [
    'Unanswered message',
    'Difficult applicator use',
  ],
  'Here’s who to ask for what, and when you’ll hear back.': ['Unanswered message'],
  'Your Clinical Coach answers your questions and helps with the details.': [
    'Unanswered message',
    'No tests logged',
    'No applicator report',
    'No pregnancy test',
  ],
  // What the body says
  'Your clinician can see what you logged.': ['Urgent symptoms'],
  'Your care team won’t see this before': ['Urgent symptoms', 'Symptoms reported'],
  'Someone will call you, or write to you if we have no number for you.': ['Asks for a call now'],
  'Someone will call you by': ['Asks for a call now'],
  'It will be marked urgent, and a clinician will read it.': ['Loss mentioned'],
  'A clinician will read it.': ['Loss mentioned'],
  'Someone will call you after that, or write to you if we have no number for you.': ['Asks for a call now'],
  'Someone from your care team will call you, or write to you.': ['Asks for a call now'],
  'Your care team will read what you wrote, and there’s someone to talk to at any hour.': [
    'Self-harm mentioned',
  ],
  'We have your answers, and your care team will read them.': [
    'Urgent symptoms',
    'Symptoms reported',
    'Having a hard time',
  ],
  'A clinician will read it when the clinic opens.': ['Needs an answer today'],
  'will be in touch': ['Having a hard time'],
  'will be in touch by': [
    'Having a hard time',
    'Contact after a loss',
    'Two weeks after a loss',
    'Six weeks after a loss',
  ],
  'Your care team will read it by': ['Symptoms reported'],
  // Surveys
  'Your coach will read your answers.': ['Difficult applicator use'],
  'Your coach is happy to go through the kit with you as often as you like.': ['Unsure about treatment'],
  'Your coach is happy to go through any of this with you, before, during or after.': [
    'Unanswered message',
    'Difficult applicator use',
  ],
  // Tests and periods
  'Your coach can correct it with you.': ['Unanswered message'],
  'The next step is a review with your clinician, who will go through the coming weeks with you.': [
    'Positive test',
    'Call needs an outcome',
  ],
  'When you’re ready, your coach would like to go over this cycle with you before the next one.': [
    'Unanswered message',
    'Call needs an outcome',
  ],
  'Your coach can look at them with you.': ['Unclear test', 'Unanswered message'],
  'Your coach is happy to talk it through with you.': ['Unanswered message'],
  'Talk to your coach, who can go through your results with you and bring in your clinician if needed.': [
    'Unclear test',
    'Unanswered message',
  ],
  'Your results are stored under My Account, and your coach can look at the same results.': [RECORD],
  '- **You and your clinician can talk about what comes next, and when.** There’s no rush, and you don’t have to know yet what you want.':
    [RECORD],
  'We’ll reply with the link to the room and the time in your own time zone.': [OUTSIDE],
  // Pauses, stops and losses
  'Your coach is happy to talk it over with you.': ['Unanswered message'],
  'Your care team can read it.': [RECORD],
  'Your care team will read it.': ['Unanswered message'],
  'We have your message, and your care team will read it.': ['Unanswered message'],
  'Your report is in your record, where your coach can read it.': [RECORD],
  'Your coach and your clinician will read this when the clinic opens.': ['Contact after a loss'],
  // Calls
  'will call you at the number we have for you.': ['Call needs an outcome'],
  'Your clinician will go over it with you, and your notes will say what you agreed on, so you don’t have to remember it all.':
    ['Call needs an outcome', 'Unsigned note'],
  'You can correct anything before the call, and your clinician will see what you changed.': [RECORD],
  'Your coach can book a call with you or tell you which one to select.': ['Unanswered message'],
  // The kit
  'If it hasn’t, message your coach and we’ll track it down.': ['Kit late', 'Unanswered message'],
  'If you change your address, we’ll be in touch.': ['Shipping address changed'],
  // By email
  'Send us a short email, and we’ll reply with everything you need to join.': [OUTSIDE],
  'Leave a message and a volunteer will call you back.': [OUTSIDE],
  'Ask out loud, or send your question to the coach, who will read it without saying whose it is.': [OUTSIDE],
  // In a booked call, where the care team takes part and its outcome is asked for.
  'In your review, your clinician will go through the coming weeks with you and answer your questions.': [
    'Call needs an outcome',
  ],
  'In your review, your clinician will go through each of them with you and talk about what could come next.':
    ['Call needs an outcome'],
  'In your review, your clinician will go through everything with you and talk about what could come next.': [
    'Call needs an outcome',
  ],
  'Take your time to let it sink in, and we’ll go through what comes next together.': [
    'Call needs an outcome',
  ],
  'When you want to talk about what comes next, your coach will set it up with your clinician.': [
    'Unanswered message',
  ],
  'The Care Team is happy to go through it with you.': ['Unanswered message'],
  'The bar moves when we can hear you.': [OUTSIDE],
  'The calendar has more than we can read.': [OUTSIDE],
  '## What we can talk about - Reading ovulation tests:': [OUTSIDE],
  'It explains what we keep, why, who can see it, and for how long.': [OUTSIDE],
};

const WHO = '(?:coach|clinician|care team|team|clinic|we|everyone|host)';
const ACTS =
  '(?:read|reply|answer|call|write|contact|look|go through|go over|correct|track|talk|hear|get back|be in touch|set|phone|see|book)';
const PROMISING = [
  new RegExp(
    `\\b${WHO}\\b[^.?!]{0,40}\\b(?:will|’ll|is happy to|are happy to|would like to|can)\\b (?:\\w+ ){0,2}?${ACTS}\\b`,
    'i',
  ),
  new RegExp(
    `\\b${WHO} (?:\\w+ )?(?:reads|replies|answers|calls|reply|answer|call you|gets back|get back)\\b`,
    'i',
  ),
  /\brepl(?:y|ies) (?:within|come|resume)/i,
  /\bhear back\b/i,
  /\bwon’t see this before\b/i,
  /\bwill call you\b/i,
  /\bwill be in touch\b/i,
];

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Every sentence a patient may read, with its file. */
const sentences = globSync([
  'domain/**/*.ts',
  'web/src/{patient,product-components,first-visit}/**/*.{ts,tsx}',
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

test('every sentence that promises that someone reads, answers or calls has its row, with what keeps it', () => {
  const unkept = promises.filter(({ sentence }) => !(sentence in KEPT_BY));
  expect(unkept.map(({ file, sentence }) => `${file}: ${sentence}`)).toEqual([]);
});

test('every row is still in the copy, and backed by an item on Today', () => {
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
