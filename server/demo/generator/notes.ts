import type { Moment } from '../moments.ts';
import type { Answers } from './answers.ts';
import type { Random } from './random.ts';

export type Note = Moment & { title: string; content: string };

/**
 * Details a coach remembers about a patient. None names an hour, a partner or a way to reach the patient,
 * because other facts do.
 */
export const DETAILS = [
  'You like to know who else reads what you write: your coach and your clinician.',
  'You asked to hear the reasons behind each step. Keep asking.',
  'Your dog will join our calls. He’s welcome.',
  'You’d rather get a text before I call.',
  'You like lists, so here is one.',
  'You’re on the road every other week. The kit fits in a carry-on.',
  'Your sister is in on this, and may sit next to you on calls.',
  'You asked me to be direct. I will be.',
  'You work nights on weekends. Tell me when you need your sleep.',
  'You’re in a small apartment with thin walls. Take our calls in the car if that’s easier.',
  'You keep a paper calendar. The dates below are for it.',
  'You told me the waiting is the hardest part. We’ll plan something for it.',
  'You’re finishing your degree at the same time. We’ll keep this simple.',
  'You said you forget everything you hear on calls. So it’s all here.',
  'You asked what a cap feels like. Most people forget that it’s there.',
  'You’re the planner at home, and like to know things early.',
  'You have a long commute, and read our messages on the train.',
  'You’ve read a lot already. Bring me whatever doesn’t add up.',
  'You’d like to laugh on these calls too. So would I.',
  'You’re nervous about doing it wrong. Nearly everyone is, and the steps are short.',
  'You don’t want to talk about it at work. Our emails never say what they’re about.',
  'You asked what happens if you change your mind. You can pause any day, on Home.',
  'You bake when you’re worried. I hope for a calm month, and for your oven.',
  'You share an email account at home, so our emails won’t say anything private.',
];

const NEXT_STEPS = [
  `**Next**

1. Tell us where to send the kit. It comes in a plain box.
2. Read the applicator steps once, before you need them.
3. We meet by video and go through everything.`,
  `- Folic acid, 400 micrograms a day, unless you and Dr. Lind agreed on another dose
- Your kit, within about a week
- Our first call, once the kit arrives`,
  `What comes next is short: the kit, then our call, then your first cycle. You don’t have to prepare anything else, apart from folic acid every day.`,
  `Dr. Lind and I talked after your consultation, so you won’t have to tell your story twice.

- The kit is next
- Then we talk, about half an hour
- Then your cycle sets the pace`,
];

const FIRST_CYCLE = [
  `Your first cycle, in order:

1. Log the first day of your period. That’s **day 1**.
2. Home tells you when to start testing. Test once a day, at about the same time.
3. On the day of your **peak** and the day after: safety check, then one applicator a day.
4. Wait. Home tells you when a pregnancy test makes sense.`,
  `We went through the kit part by part, and you put the applicator together on the first try.

| When | What |
|---|---|
| Day 1 | log your period |
| From the day on Home | one ovulation test a day |
| Peak, and the day after | safety check and applicator |

Stop and call us if anything hurts.`,
  `You asked what counts as a peak: the test line as dark as the control line, or darker. If you can’t tell, send me a picture before you decide.

- Keep testing until you see it
- Log the lighter ones too
- Two applicators in each cycle, one a day`,
  `What you wanted to remember from today:

- The sample rests for **30 minutes** before it goes into the applicator
- The cap stays in for **up to 5 hours**, and comes out by its string
- Each applicator is used once`,
];

/** Each makes sense in the days after the second applicator, when check-ins take place. */
const CHECK_INS = [
  'We looked back at the last days together. The peak was clear, and you used both applicators on the right days. You’re doing this well.',
  'A short call. You slept badly this week and blame the waiting. We agreed that you’ll write on Fridays, with or without news.',
  'You had three questions, and we got through all of them. The last one was about work: you don’t need a day off while you wait.',
  'You wondered if a pregnancy test makes sense already. Not yet: Home shows the first day that tells you something.',
  'We talked about who knows and who doesn’t. There’s no right answer. You’ll tell your mother after the next test, whatever it says.',
  'You’d thought about stopping, and decided today to continue. Both would have been fine. Nothing changes in your plan.',
];
const TITLES = ['Our call today', 'Checking in', 'From our call', 'What we talked about'];

type About = { first: string; detail: string };

/** The coach's notes: after the consultation, after the first call, and after each later call. */
export function coachNotes(
  random: Random,
  { first, detail }: About,
  moments: { consultation: Moment | null; coachCall: Moment | null; later: Moment[] },
): Note[] {
  const { consultation, coachCall, later } = moments;
  const words = random.shuffled(CHECK_INS);
  return [
    ...(consultation
      ? [
          {
            ...consultation,
            title: random.pick(['What comes next', 'Your next steps', `Welcome, ${first}`]),
            content: random.pick(NEXT_STEPS),
          },
        ]
      : []),
    ...(coachCall
      ? [
          {
            ...coachCall,
            title: random.pick(['Your first cycle', 'From our first call', 'Before your first cycle']),
            content: `${detail}\n\n${random.pick(FIRST_CYCLE)}`,
          },
        ]
      : []),
    ...later.map(({ daysAgo, at }, index) => ({
      daysAgo,
      at,
      title: random.pick(TITLES),
      content: words[index % words.length]!,
    })),
  ];
}

const OPENINGS = [
  'Thank you for such an open conversation. Here’s what we talked about, so you don’t have to remember it all.',
  'It was good to meet you. These are the points that matter for the next weeks.',
  'You came with good questions. I’ve written the answers down in the order you’ll need them.',
];
const CYCLES: Record<string, string> = {
  PCOS: 'you have PCOS, so LH can be high for other reasons. Talk to your coach about what your tests show.',
  Endometriosis: 'endometriosis was found before. Tell us about any new pain, and don’t wait for a call.',
  'Unexplained infertility':
    'the tests so far found no cause. That’s common, and it doesn’t change your plan.',
  'Male factor infertility':
    'the tests found the cause in the sperm, which is why you’re working with a donor.',
  'No diagnosis': 'no diagnosis, and regular cycles.',
};

/** The clinician's note on the first consultation, as rich text from the editor. */
export function consultationNote(
  random: Random,
  { diagnosis, treatments, tryingFor }: Answers,
  hasIrregularCycles: boolean,
): string {
  const history = hasIrregularCycles
    ? 'your cycles last 26 to 38 days. That’s why you test for longer, and why we don’t show dates.'
    : CYCLES[diagnosis]!;
  const before = treatments[0]!.startsWith('No ')
    ? 'none so far'
    : `${treatments[0]!.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}, without a pregnancy`;
  return `<h3>Your first consultation</h3>
<p>${random.pick(OPENINGS)}</p>
<ul>
<li><strong>Your history:</strong> ${history}</li>
<li><strong>Trying for:</strong> ${tryingFor.toLowerCase()}. <strong>Treatments:</strong> ${before}.</li>
<li><strong>Your plan:</strong> up to three cycles with the kit, with your coach’s support.</li>
<li><strong>Before we start:</strong> folic acid, 400 micrograms a day, unless we have agreed on a different dose.</li>
</ul>
<p>Next, your kit is sent to you, and you meet your Clinical Coach.</p>`;
}

export const reviewNote = (isPregnant: boolean): string =>
  isPregnant
    ? `<h3>Your review</h3>
<p>Thank you for coming, and for bringing your list. Your treatment with us is complete.</p>
<ul>
<li><strong>Your care from here:</strong> your own doctor or midwife. Please book the first visit this week.</li>
<li><strong>Folic acid:</strong> continue until 12 weeks.</li>
<li><strong>Always have it checked:</strong> bleeding, or strong pain on one side.</li>
</ul>
<p>Your coach stays within reach for any question.</p>`
    : `<h3>Looking back together</h3>
<p>We went through your three cycles and how you are feeling now. There’s no rush to decide anything.</p>
<ul>
<li><strong>What we saw:</strong> a clear LH peak in each cycle, and the applicators used as planned.</li>
<li><strong>What is open to you:</strong> a break, more tests with your own doctor, or a conversation about other types of treatment.</li>
</ul>
<p>Your coach stays within reach for any question.</p>`;
