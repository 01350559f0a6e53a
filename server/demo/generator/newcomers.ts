import type { DemoPatient } from '../patients.ts';
import { DEMO_TEAM } from '../team.ts';
import { ZONES } from './addresses.ts';
import { cyclesUntil } from './cycles.ts';
import type { Random } from './random.ts';

const NAMES: [first: string, last: string][] = [
  ['Ada', 'Okonkwo'],
  ['Beatriz', 'Sandoval'],
  ['Camille', 'Rousseau'],
  ['Daphne', 'Papadakis'],
  ['Esther', 'Goldberg'],
  ['Fatima', 'Rahman'],
  ['Grace', 'Kim'],
  ['Ingrid', 'Solberg'],
  ['Jasmine', 'Carter'],
  ['Keiko', 'Tanaka'],
  ['Lucía', 'Fernández'],
  ['Marta', 'Kowalczyk'],
  ['Nadia', 'Benali'],
  ['Olivia', 'Bennett'],
  ['Quinn', 'Gallagher'],
  ['Rosa', 'Delgado'],
  ['Simone', 'Laurent'],
  ['Tanisha', 'Cole'],
  ['Valeria', 'Moretti'],
  ['Yasmin', 'Farouk'],
];

type Talk = NonNullable<NonNullable<DemoPatient['care']>['conversation']>;
/** A conversation between patient and coach. COACH stands for the coach's first name. */
type Story = (random: Random) => Omit<DemoPatient, 'email' | 'first' | 'last'> & { talk?: Talk };

/** A question with its answer on the same day, and sometimes a second round. The coach writes last. */
const asked = (
  topic: Talk['topic'],
  daysAgo: number,
  [from, until]: [string, string],
  texts: [string, string] | [string, string, string, string],
): Talk => ({
  topic,
  messages: texts.map((text, index) => ({
    daysAgo,
    at: [from, until, '14:40', '14:55'][index]!,
    from: index % 2 === 0 ? ('patient' as const) : ('coach' as const),
    text,
  })),
});

/** One patient for each place in the plan that the named sign-ins leave open, and those who fill Today. */
const STORIES: Story[] = [
  (random) => ({
    summary: 'Invited this week; hasn’t signed in yet.',
    invitedDaysAgo: random.between(1, 4),
  }),
  (random) => ({
    summary: 'Answered the questionnaire; the first consultation is booked.',
    talk: asked(
      'Something else',
      1,
      ['10:15', '10:50'],
      [
        'Can my sister sit in on the consultation? She takes better notes than I do.',
        'Of course. Dr. Lind will say hello to her at the start. You can also ask her to step out at any point.',
      ],
    ),
    at: { phase: 'consultation-prep', daysHere: random.between(2, 4) },
    call: { type: 'initial-consultation', inDays: 3 },
  }),
  (random) => ({
    summary: 'Had the first consultation, and the kit was sent.',
    talk: asked(
      'The kit',
      1,
      ['08:45', '09:30'],
      [
        'Tracking hasn’t moved since yesterday. Should I worry?',
        'Not yet. Packages often sit at the sorting center for a day. If it’s not there by the weekend, write to me, and we’ll call the carrier.',
        'Okay. I’ll stop refreshing the page.',
        'Go for a walk. I’ll look once a day for you.',
      ],
    ),
    at: { phase: 'optimize', daysHere: random.between(6, 7) },
    kit: { trackingUrl: 'https://example.com/track/BEA-2058', sentDaysAgo: random.between(2, 4) },
  }),
  (random) => ({
    summary: 'Has the kit; the first call with the coach is next.',
    talk: asked(
      'The kit',
      1,
      ['12:10', '12:35'],
      [
        'I unpacked the kit, and nothing is broken. Do I open the sealed parts already?',
        'Good to know! Please leave them sealed until you need them. We’ll go through everything on our call.',
      ],
    ),
    at: { phase: 'consultation', daysHere: random.between(1, 3) },
    call: { type: 'meet-your-clinical-coach', inDays: 0 },
  }),
  (random) => ({
    summary: 'In the first cycle, waiting for the day to start testing.',
    talk: asked(
      'My treatment',
      3,
      ['09:10', '10:20'],
      [
        'I logged my period. Is there anything to do before the testing starts?',
        'Just the folic acid. Home shows you the first day to test. Until then, carry on as usual.',
        'I can do that. Thank you, COACH.',
        'Any time. I’ll look out for your first test.',
      ],
    ),
    at: { phase: 'ovulation', cycle: 1, daysHere: random.between(6, 8) },
    ...cyclesUntil(random, { negative: 0, day: random.between(5, 7) }),
  }),
  (random) => ({
    summary: 'In the first cycle, testing every day.',
    call: { type: 'clinical-coach-support-call', inDays: 1 },
    talk: asked(
      'A test result',
      2,
      ['11:40', '12:15'],
      [
        'Mornings are chaos with my shifts. Is it okay if I test in the evening?',
        'Yes, as long as it’s at about the same time every day. Set an alarm, and log it right after.',
      ],
    ),
    at: { phase: 'ovulation', cycle: 1, daysHere: random.between(11, 14) },
    ...cyclesUntil(random, { negative: 0, day: random.between(11, 12) }),
  }),
  (random) => ({
    summary: 'Had trouble with the first applicators; waiting to test.',
    call: { type: 'clinical-coach-support-call', inDays: 2 },
    at: { phase: 'testing', cycle: 1, daysHere: 1 },
    ...cyclesUntil(random, { negative: 0, day: 16, peakDay: 14 }),
    foundDifficult: true,
  }),
  (random) => ({
    summary: 'In the two-week wait of the first cycle.',
    call: { type: 'clinical-coach-support-call', inDays: 0 },
    talk: asked(
      'My treatment',
      2,
      ['10:05', '11:25'],
      [
        'I know it’s too early, but I keep thinking about testing. When does it make sense?',
        'Nearly everyone asks me that. A test this early can be negative too soon, so Home shows you the first day that tells you something. Would a call help? I have time tomorrow or the day after.',
        'A call would be good. I’ll book one.',
        'I’ve just seen it in my calendar. Until then, be kind to yourself.',
      ],
    ),
    at: { phase: 'testing', cycle: 1, daysHere: 6 },
    ...cyclesUntil(random, { negative: 0, day: random.between(21, 24) }),
  }),
  (random) => ({
    summary: 'Testing in the second cycle; waiting for a reply to a message.',
    call: { type: 'clinical-coach-support-call', inDays: 3 },
    at: { phase: 'ovulation', cycle: 2, daysHere: 9 },
    ...cyclesUntil(random, { negative: 1, day: random.between(11, 12) }),
    waits: {
      minutesAgo: random.between(50, 100),
      topic: 'A test result',
      text: 'Today the second line is there, but paler than the first. Does that count as a high?',
    },
  }),
  (random) => ({
    summary: 'Reported mild symptoms a short while ago, in the second cycle.',
    call: { type: 'clinical-coach-support-call', inDays: 1 },
    talk: asked(
      'My treatment',
      17,
      ['13:15', '13:50'],
      [
        'I slept on it for a few nights, and I’d like to continue with the second cycle.',
        'Then we’ll continue. Nothing to prepare: you have everything for it at home. Log your tests as before, and I’ll follow along.',
      ],
    ),
    at: { phase: 'testing', cycle: 2, daysHere: 4 },
    ...cyclesUntil(random, { negative: 1, day: random.between(19, 21) }),
    symptoms: { minutesAgo: random.between(70, 140), signs: ['discharge'], strength: 'mild' },
  }),
  (random) => ({
    summary: 'Reported strong pain a few minutes ago, which is urgent.',
    at: { phase: 'testing', cycle: 1, daysHere: 2 },
    ...cyclesUntil(random, { negative: 0, day: random.between(18, 19) }),
    symptoms: { minutesAgo: random.between(10, 25), signs: ['pain'], strength: 'strong' },
  }),
  (random) => ({
    summary: 'In the two-week wait of the third and last cycle.',
    call: { type: 'clinical-coach-support-call', inDays: 2 },
    talk: asked(
      'Something else',
      4,
      ['09:55', '11:05'],
      [
        'This is the last cycle, and it’s hard to think about anything else. What happens after, if it doesn’t work?',
        'That’s a fair question, and a hard one to carry around. Whatever the test says, you’ll have a review with Dr. Lind, and I’ll still be your coach. Let’s talk this week, even if it’s only for ten minutes.',
      ],
    ),
    at: { phase: 'testing', cycle: 3, daysHere: 5 },
    ...cyclesUntil(random, { negative: 2, day: random.between(20, 23) }),
  }),
  (random) => ({
    summary: 'Pregnant after the second cycle. The review is done.',
    consultations: ['initial-consultation', 'post-treatment-review'],
    talk: asked(
      'A test result',
      22,
      ['08:35', '09:00'],
      [
        'The second test is positive too. I had to tell someone before work!',
        'What news to start the day with. Congratulations! I’ve told Dr. Lind. Please book your review on Home when you’re ready.',
        'Booked. I’ll miss writing to you, COACH.',
        'Same here. I’m still around for every question.',
      ],
    ),
    at: { phase: 'ovulation', cycle: 3, daysHere: 25 },
    ...cyclesUntil(random, { negative: 1, day: random.between(52, 58), result: 'positive' }),
  }),
  (random) => ({
    summary: 'Early in the third cycle, after two negative tests.',
    call: { type: 'clinical-coach-support-call', inDays: 4 },
    talk: asked(
      'My treatment',
      3,
      ['12:25', '13:10'],
      [
        'Two negatives. I’d like to continue, but not talk about it for a few days. Is that okay?',
        'That’s more than okay. I’ll be quiet, and I’m here when you want me. Home tells you when to start testing.',
      ],
    ),
    at: { phase: 'ovulation', cycle: 3, daysHere: 4 },
    ...cyclesUntil(random, { negative: 2, day: random.between(4, 6) }),
  }),
];

const COACHES = ['coach@example.com', 'coach2@example.com', 'coach3@example.com'] as const;

/** The patients without a named sign-in. */
export function newcomers(random: Random): DemoPatient[] {
  const names = random.shuffled(NAMES);
  return STORIES.map((story, index) => patientOf(withNotes(story(random)), names[index]!, index));
}

function patientOf(
  { talk, ...story }: ReturnType<Story>,
  [first, last]: [string, string],
  index: number,
): DemoPatient {
  const plain = first
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();
  // The urgent item belongs to the coach whose Today most people open first.
  const coach = COACHES[story.symptoms?.strength === 'strong' ? 0 : index % COACHES.length]!;
  return {
    ...story,
    email: `${plain}@example.com`,
    first,
    last,
    getsTexts: true,
    zone: ZONES[index % ZONES.length]!,
    care: { coach, ...(talk && { conversation: withCoach(talk, coach) }) },
  };
}

const withCoach = (talk: Talk, email: string): Talk => {
  const name = DEMO_TEAM.find((person) => person.email === email)!.name.split(' ')[0]!;
  return {
    ...talk,
    messages: talk.messages.map((message) => ({ ...message, text: message.text.replace('COACH', name) })),
  };
};

/** Patients past the first consultation have a note about it. */
function withNotes(story: ReturnType<Story>): ReturnType<Story> {
  const before = ['welcome', 'consultation-prep'];
  return !story.at || before.includes(story.at.phase)
    ? story
    : { consultations: ['initial-consultation'], ...story, medicalNotes: true };
}
