import type { PictureName } from '@/components/art/pictures.ts';

export type WalkthroughStep = {
  picture: PictureName;
  title: string;
  text: string;
  /** The step's parts, in order. */
  points?: readonly { name: string; text: string }[];
  /** A number next to the title. The first and last page have none. */
  badge?: number;
};

export function stepsFor(firstName: string | null): readonly WalkthroughStep[] {
  return [
    {
      picture: 'walkthrough-1',
      title: firstName ? `Welcome, ${firstName}` : 'Welcome',
      text: 'We’re glad you’re here. This short tour shows what to expect and who will support you. It takes about two minutes.',
    },
    ...MIDDLE,
    {
      picture: 'walkthrough-7',
      title: "You're all set",
      text: 'Go to the Hub and schedule your consultation. Your plan, your coach, and your next step are there for you.',
    },
  ];
}

const MIDDLE: readonly WalkthroughStep[] = [
  {
    picture: 'walkthrough-2',
    badge: 2,
    title: 'What To Expect',
    text: 'You’ll start with a video consultation with a licensed clinician. You’ll discuss your history and goals, ask your questions, and decide together whether this treatment is right for you.',
  },
  {
    picture: 'walkthrough-3',
    badge: 3,
    title: 'Your Treatment Plan',
    text: 'Your plan brings together everything that helps you along the way.',
    points: [
      {
        name: 'Coaching',
        text: 'Your Clinical Coach answers your questions and helps with the details.',
      },
      { name: 'Content', text: 'Short guides and articles, when you need them.' },
      { name: 'Progress tools', text: 'Log your tests, and see where you are and what comes next.' },
    ],
  },
  {
    picture: 'walkthrough-4',
    badge: 4,
    title: 'Your Journey at a Glance',
    text: 'Four parts, at your own pace.',
    points: [
      { name: 'Consultation', text: 'Meet your clinician by video.' },
      { name: 'Your Clinical Coach', text: 'Meet the person who supports you throughout.' },
      { name: 'Three treatment cycles', text: 'At home with the kit, up to three times.' },
      { name: 'Final review', text: 'Look back with your clinician and talk about what comes next.' },
    ],
  },
  {
    picture: 'walkthrough-5',
    badge: 5,
    title: 'How a Cycle Works',
    text: 'Each treatment cycle has the same four steps.',
    points: [
      { name: 'Abstinence', text: 'No ejaculation for 2 to 7 days before the first sample.' },
      {
        name: 'Tracking ovulation',
        text: 'A peak on the test usually comes 24 to 36 hours before ovulation.',
      },
      { name: 'Using the kit', text: 'Two applicators on consecutive days, each used once.' },
      {
        name: 'Testing for pregnancy',
        text: 'From the first day of a missed period, or about 21 days after you used your applicators.',
      },
    ],
  },
  {
    picture: 'walkthrough-6',
    badge: 6,
    title: 'Explore the Hub',
    text: 'The Hub is your home page. You’ll find your plan and next step, your test results, your notes and calls, articles to read, and your coach.',
  },
];
