import type { PictureName } from '@/components/art/pictures.ts';

export type WalkthroughStep = {
  picture: PictureName;
  title: string;
  text: string;
  /** What the step is made of, in order. */
  points?: readonly { name: string; text: string }[];
  /** A number beside the title; the first and the last page have none. */
  badge?: number;
};

export function stepsFor(firstName: string | null): readonly WalkthroughStep[] {
  return [
    {
      picture: 'walkthrough-1',
      title: firstName ? `Welcome, ${firstName}` : 'Welcome',
      text: 'We are glad that you are here. This short tour shows what lies ahead, and who goes with you. It takes about two minutes.',
    },
    ...MIDDLE,
    {
      picture: 'walkthrough-7',
      title: "You're all set",
      text: 'Go to the Hub and schedule your consultation. Everything that you have just read stays there for you to look up.',
    },
  ];
}

const MIDDLE: readonly WalkthroughStep[] = [
  {
    picture: 'walkthrough-2',
    badge: 2,
    title: 'What To Expect',
    text: 'It begins with a video consultation with a licensed clinician. You talk about your history and your goals, ask whatever is on your mind, and find out together whether this treatment suits you.',
  },
  {
    picture: 'walkthrough-3',
    badge: 3,
    title: 'Your Treatment Plan',
    text: 'Your plan brings together what helps you along the way.',
    points: [
      {
        name: 'Coaching',
        text: 'Your Clinical Coach answers your questions and keeps an eye on the details.',
      },
      { name: 'Content', text: 'Short guides and articles, each when you need it.' },
      { name: 'Progress tools', text: 'Log your tests, and see where you are and what comes next.' },
    ],
  },
  {
    picture: 'walkthrough-4',
    badge: 4,
    title: 'Your Journey at a Glance',
    text: 'Four parts, one after the other, at your own pace.',
    points: [
      { name: 'Consultation', text: 'You meet your clinician by video.' },
      { name: 'Your Clinical Coach', text: 'You meet the person who stays with you throughout.' },
      { name: 'Three treatment cycles', text: 'At home with the kit, up to three times.' },
      { name: 'Final review', text: 'You look back with your clinician and talk about what comes next.' },
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
    text: 'The Hub is your home in this portal. Here you find your plan and your next step, your test results, your notes and calls, things to read, and your coach.',
  },
];
