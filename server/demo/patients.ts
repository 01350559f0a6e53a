import type { PhaseId } from '../../domain/journey/index.ts';
import type { QuestionId } from '../../domain/safety/questions.ts';
import type { Topic } from '../../domain/messages/topics.ts';

type LhResult = 'Negative (Low LH)' | 'High (Rising LH)' | 'Peak (Positive LH Surge)';

/** A patient of the demo. Days count back from the day on which it is loaded, so that nothing looks old. */
export type DemoPatient = {
  email: string;
  first: string;
  last: string;
  phone?: string;
  /** One line for the list that `npm start` prints. */
  summary: string;
  /** The place in the journey; without one the person is invited and has never signed in. */
  at?: { phase: PhaseId; cycle?: number; daysHere: number };
  /** Asked for by the coach; how many days ago it was sent and arrived, and whether the patient said where to. */
  kit?: { trackingUrl?: string; sentDaysAgo?: number; arrivedDaysAgo?: number; hasAddress?: boolean };
  /** How many days ago each began. */
  periods?: number[];
  ovulation?: { daysAgo: number; result: LhResult }[];
  pregnancyTests?: { daysAgo: number; result: 'positive' | 'negative'; cycle: number }[];
  /** Applicators that were used, each with its survey. */
  applicators?: { daysAgo: number; cycle: number }[];
  /** Answered this many hours ago, with these questions not sure; every other answer lets treatment start. */
  safetyCheck?: { hoursAgo: number; notSure: QuestionId[] };
  outcomes?: { daysAgo: number; kind: 'pause' | 'loss'; untilInDays?: number; reason?: string }[];
  consultations?: ('initial-consultation' | 'post-treatment-review')[];
  medicalNotes?: true;
  appointment?: 'now' | 'in three days';
  /** A call of yesterday, of which nobody has said how it went. */
  calledYesterday?: true;
  care?: DemoCare;
};

/** What the demo's coach and clinician did for a patient, beside notes and calls. */
export type DemoCare = {
  /** The coach who looks after this patient; without one every coach does. */
  coach?: 'coach@example.com' | 'coach2@example.com';
  contacts?: { daysAgo: number; by: 'coach' | 'clinician'; how: 'phone' | 'text' | 'email'; words: string }[];
  /** What the patient told by phone, logged by the coach. */
  loggedByPhone?: { daysAgo: number; result: LhResult }[];
  /** What patient and coach wrote to each other about a topic, the oldest first; both have read it, unless the last reply is new. */
  conversation?: {
    topic: Topic;
    isLastNew?: true;
    messages: { daysAgo: number; at: string; from: 'patient' | 'coach'; text: string }[];
  };
  /** What the patient wrote two hours ago under 'I'm having a hard time', which asks for the coach. */
  hardTime?: string;
  /** A note that the coach has begun. */
  draft?: { title: string; content: string };
};

const LH_SERIES = (peakDaysAgo: number): { daysAgo: number; result: LhResult }[] => [
  { daysAgo: peakDaysAgo + 3, result: 'Negative (Low LH)' },
  { daysAgo: peakDaysAgo + 2, result: 'Negative (Low LH)' },
  { daysAgo: peakDaysAgo + 1, result: 'High (Rising LH)' },
  { daysAgo: peakDaysAgo, result: 'Peak (Positive LH Surge)' },
];

/** On the day of the peak and the next. */
const APPLICATORS = (peakDaysAgo: number, cycle: number): { daysAgo: number; cycle: number }[] => [
  { daysAgo: peakDaysAgo, cycle },
  { daysAgo: peakDaysAgo - 1, cycle },
];

export const DEMO_PATIENTS: DemoPatient[] = [
  { email: 'new@example.com', first: 'Noor', last: 'Haddad', summary: 'invited, never signed in' },
  {
    email: 'stage1@example.com',
    first: 'Alex',
    last: 'Moreau',
    summary: 'stage 1, at the very beginning',
    at: { phase: 'welcome', daysHere: 1 },
  },
  {
    email: 'stage2@example.com',
    first: 'Sam',
    last: 'Okafor',
    summary: 'stage 2, the kit is on its way',
    at: { phase: 'optimize', daysHere: 3 },
    kit: { trackingUrl: 'https://example.com/track/BEA-2041', sentDaysAgo: 1 },
    calledYesterday: true,
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      conversation: {
        topic: 'The kit',
        messages: [
          {
            daysAgo: 2,
            at: '16:10',
            from: 'patient',
            text: 'Hello Marisol,\nI am away over the weekend. What happens if the kit comes while nobody is at home?',
          },
          {
            daysAgo: 2,
            at: '16:52',
            from: 'coach',
            text: 'Hello Sam, thank you for telling me. The courier leaves it with a neighbor or at a pick-up point, and the tracking page says which. The box does not say what is inside.',
          },
          { daysAgo: 2, at: '17:05', from: 'patient', text: 'That is good to know. Thank you!' },
          {
            daysAgo: 2,
            at: '17:20',
            from: 'coach',
            text: 'You are welcome. Write to me when it is there, and we go through it together.',
          },
        ],
      },
    },
  },
  {
    email: 'stage3@example.com',
    first: 'Mia',
    last: 'Lindqvist',
    summary: 'stage 3, first cycle',
    kit: { trackingUrl: 'https://example.com/track/BEA-1977', sentDaysAgo: 14, arrivedDaysAgo: 10 },
    at: { phase: 'ovulation', cycle: 1, daysHere: 4 },
    ovulation: [
      { daysAgo: 2, result: 'Negative (Low LH)' },
      { daysAgo: 1, result: 'High (Rising LH)' },
    ],
    consultations: ['initial-consultation'],
    medicalNotes: true,
  },
  {
    email: 'cycle2@example.com',
    first: 'Robin',
    last: 'Castellano',
    phone: '+1 555 0100',
    summary: 'stage 3, second cycle, a call in three days',
    at: { phase: 'ovulation', cycle: 2, daysHere: 6 },
    periods: [98, 69, 42, 14],
    ovulation: [...LH_SERIES(29), ...LH_SERIES(1)],
    applicators: APPLICATORS(29, 1),
    pregnancyTests: [{ daysAgo: 14, result: 'negative', cycle: 1 }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    appointment: 'in three days',
  },
  {
    email: 'calling@example.com',
    first: 'Jo',
    last: 'Whitaker',
    summary: 'stage 1, a video call that can be joined now',
    at: { phase: 'consultation-prep', daysHere: 2 },
    appointment: 'now',
  },
  {
    email: 'done@example.com',
    first: 'Priya',
    last: 'Raman',
    summary: 'stage 4, after treatment',
    at: { phase: 'post-treatment', daysHere: 5 },
    ovulation: [...LH_SERIES(82), ...LH_SERIES(54), ...LH_SERIES(26)],
    applicators: [...APPLICATORS(82, 1), ...APPLICATORS(54, 2), ...APPLICATORS(26, 3)],
    pregnancyTests: [
      { daysAgo: 67, result: 'negative', cycle: 1 },
      { daysAgo: 39, result: 'negative', cycle: 2 },
      { daysAgo: 11, result: 'negative', cycle: 3 },
    ],
    consultations: ['initial-consultation', 'post-treatment-review'],
    medicalNotes: true,
  },
  {
    email: 'pregnant@example.com',
    first: 'Elena',
    last: 'Petrova',
    summary: 'pregnant, after the first cycle',
    at: { phase: 'ovulation', cycle: 2, daysHere: 9 },
    ovulation: LH_SERIES(25),
    applicators: APPLICATORS(25, 1),
    pregnancyTests: [{ daysAgo: 9, result: 'positive', cycle: 1 }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
  },
  {
    email: 'paused@example.com',
    first: 'Dana',
    last: 'Kowalski',
    summary: 'stage 3, first cycle, paused for two more weeks',
    at: { phase: 'abstinence', cycle: 1, daysHere: 8 },
    ovulation: [{ daysAgo: 9, result: 'Negative (Low LH)' }],
    outcomes: [{ kind: 'pause', daysAgo: 6, untilInDays: 15, reason: 'We are moving house.' }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      contacts: [
        {
          daysAgo: 5,
          by: 'coach',
          how: 'phone',
          words:
            'Dana is in the middle of the move and feels well. We speak again when the boxes are unpacked.',
        },
      ],
      conversation: {
        topic: 'My treatment',
        isLastNew: true,
        messages: [
          {
            daysAgo: 1,
            at: '18:30',
            from: 'patient',
            text: 'Hello Marisol,\nthe move takes longer than we thought. Can I pause for another week if I need to?',
          },
          {
            daysAgo: 1,
            at: '19:05',
            from: 'coach',
            text: 'Hello Dana, of course. You can change the end of your pause on Home at any time. Your place in the plan is kept.',
          },
        ],
      },
    },
  },
  {
    email: 'loss@example.com',
    first: 'Hanna',
    last: 'Adeyemi',
    summary: 'lost a pregnancy two weeks ago',
    at: { phase: 'ovulation', cycle: 2, daysHere: 24 },
    ovulation: LH_SERIES(40),
    applicators: APPLICATORS(40, 1),
    pregnancyTests: [{ daysAgo: 24, result: 'positive', cycle: 1 }],
    outcomes: [{ kind: 'loss', daysAgo: 14 }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      contacts: [
        {
          daysAgo: 13,
          by: 'clinician',
          how: 'phone',
          words:
            'I called to say how sorry we are. Hanna is with her sister and knows whom to call, day and night.',
        },
        {
          daysAgo: 7,
          by: 'coach',
          how: 'text',
          words: 'Asked whether she would like to talk. She will write when she is ready.',
        },
      ],
    },
  },
  {
    email: 'irregular@example.com',
    first: 'Jordan',
    last: 'Nakamura',
    summary: 'stage 3, first cycle, with periods after 26, 31, 38 and 29 days',
    at: { phase: 'ovulation', cycle: 1, daysHere: 9 },
    periods: [133, 107, 76, 38, 9],
    ovulation: [{ daysAgo: 1, result: 'Negative (Low LH)' }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      loggedByPhone: [{ daysAgo: 2, result: 'Negative (Low LH)' }],
      hardTime: 'Every cycle is different, and I cannot plan anything. I would just like to talk.',
      contacts: [
        {
          daysAgo: 2,
          by: 'coach',
          how: 'phone',
          words:
            'Jordan had no signal to log the test, so I logged it. Cycles differ by up to twelve days: test from day 7 on.',
        },
      ],
      draft: {
        title: 'Testing with irregular cycles',
        content: `What we talked about on the phone:\n\n- Test once a day from **day 7** on\n- Do not stop before you see a peak`,
      },
    },
  },
  {
    email: 'held@example.com',
    first: 'Maya',
    last: 'Lindqvist',
    phone: '+1 555 0163',
    summary: 'stage 3, first cycle, blocked by the safety check',
    at: { phase: 'ovulation', cycle: 1, daysHere: 8 },
    periods: [64, 36, 8],
    ovulation: [{ daysAgo: 1, result: 'Negative (Low LH)' }],
    safetyCheck: { hoursAgo: 3, notSure: ['toxic-shock'] },
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: { coach: 'coach@example.com' },
  },
  {
    email: 'colleague@example.com',
    first: 'Lena',
    last: 'Fischer',
    phone: '+1 555 0142',
    summary: 'stage 2, looked after by the second coach',
    at: { phase: 'consultation', daysHere: 2 },
    consultations: ['initial-consultation'],
    care: { coach: 'coach2@example.com' },
  },
  {
    email: 'address@example.com',
    first: 'Casey',
    last: 'Morgan',
    summary: 'stage 2, the kit needs a shipping address',
    at: { phase: 'optimize', daysHere: 1 },
    consultations: ['initial-consultation'],
    kit: { hasAddress: false },
  },
  {
    email: 'prepared@example.com',
    first: 'Taylor',
    last: 'Brooks',
    summary: 'stage 2, the kit is being prepared',
    at: { phase: 'optimize', daysHere: 2 },
    consultations: ['initial-consultation'],
    kit: {},
  },
  {
    email: 'late@example.com',
    first: 'Dominique',
    last: 'Reyes',
    summary: 'stage 2, the kit is late',
    at: { phase: 'optimize', daysHere: 12 },
    consultations: ['initial-consultation'],
    kit: { trackingUrl: 'https://example.com/track/BEA-1988', sentDaysAgo: 9 },
  },
];
