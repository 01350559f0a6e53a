import type { PhaseId } from '../../domain/journey/types.ts';
import type { QuestionId } from '../../domain/safety/questions.ts';
import type { Zone } from './generator/addresses.ts';
import { applicators, lhSeries, type LhResult } from './generator/cycles.ts';
import type { Sign, Strength } from '../../domain/symptoms/symptoms.ts';
import type { DemoFile } from './message-files.ts';
import type { Topic } from '../../domain/messages/topics.ts';

/** A demo patient. Days count back from the day of the load, so that nothing looks old. */
export type CallType =
  | 'initial-consultation'
  | 'meet-your-clinical-coach'
  | 'clinical-coach-support-call'
  | 'post-treatment-review';

export type DemoPatient = {
  email: string;
  first: string;
  last: string;
  /** The patient agreed to texts. */
  getsTexts?: true;
  /** Defaults to the clinic's zone. */
  zone?: Zone;
  /** Defaults to 'she/her'. */
  pronouns?: string;
  /** Their situation in one sentence, for the demo desk. */
  summary: string;
  /** Their place in the plan. Without one, they are invited and have never signed in. */
  at?: { phase: PhaseId; cycle?: number; daysHere: number };
  /**
   * A kit the coach requested: how many days ago it was sent and arrived, and whether the patient entered an
   * address.
   */
  kit?: { trackingUrl?: string; sentDaysAgo?: number; arrivedDaysAgo?: number; hasAddress?: boolean };
  /** The answer in the questionnaire, if it isn't 21 to 35 days. */
  cycleLength?: string;
  /** How many days ago each period started. */
  periods?: number[];
  ovulation?: { daysAgo: number; result: LhResult }[];
  pregnancyTests?: { daysAgo: number; result: 'positive' | 'negative'; cycle: number }[];
  /** Used applicators, each with its survey. */
  applicators?: { daysAgo: number; cycle: number }[];
  /**
   * A check answered this many hours ago, with 'Not sure' for these questions. All other answers allow
   * treatment.
   */
  safetyCheck?: { hoursAgo: number; notSure: QuestionId[] };
  outcomes?: { daysAgo: number; kind: 'pause' | 'loss'; untilInDays?: number; reason?: string }[];
  /** A report from this many minutes ago. */
  symptoms?: { minutesAgo: number; signs: Sign[]; strength: Strength };
  /** The last applicator was not easy to use. */
  foundDifficult?: true;
  /** An unanswered message. */
  waits?: { minutesAgo: number; topic: Topic; text: string };
  /** For someone who never signed in. */
  invitedDaysAgo?: number;
  consultations?: ('initial-consultation' | 'post-treatment-review')[];
  medicalNotes?: true;
  /** The clinician's last note is still unread. */
  hasNewNotes?: true;
  /** An alert at the top of the record. */
  alert?: string;
  /** No call begins before this time in the clinic's zone. */
  callsFrom?: string;
  /** A detail the coach remembers, if not one from the generator. */
  detail?: string;
  /** A call around today. Today's is the next time that could be booked. */
  call?: { type: CallType; inDays: number; from?: string; hasNoOutcome?: true };
  /** The first consultation can be joined at any time. */
  hasOpenCall?: true;
  care?: DemoCare;
};

/** The coach's and clinician's work for this patient, other than notes and calls. */
export type DemoCare = {
  /** The assigned coach. */
  coach?: 'coach@example.com' | 'coach2@example.com' | 'coach3@example.com';
  contacts?: {
    daysAgo: number;
    at?: string;
    by: 'coach' | 'clinician';
    how: 'phone' | 'text' | 'email';
    direction: 'incoming' | 'outgoing';
    result: 'spoke' | 'voicemail' | 'no-answer';
    words: string;
  }[];
  /** The coach's note that only staff can read. */
  staffNotes?: { daysAgo: number; words: string }[];
  /** The coach's follow-up for themselves, due in this many days. */
  followUp?: { inDays: number; words: string };
  /** Results reported by phone and logged by the coach. */
  loggedByPhone?: { daysAgo: number; result: LhResult }[];
  /**
   * A conversation about one topic, oldest message first. Both have read it, unless the last reply is new.
   */
  conversation?: {
    topic: Topic;
    isLastNew?: true;
    messages: { daysAgo: number; at: string; from: 'patient' | 'coach'; text: string; file?: DemoFile }[];
  };
  /** A report from two hours ago under 'I'm having a hard time', which asks for the coach. */
  hardTime?: string;
  /** A note the coach has started. */
  draft?: { title: string; content: string };
};

export const DEMO_PATIENTS: DemoPatient[] = [
  {
    email: 'new@example.com',
    first: 'Noor',
    last: 'Haddad',
    summary: 'Invited this week; hasn’t signed in yet.',
  },
  {
    email: 'stage1@example.com',
    first: 'Alex',
    last: 'Moreau',
    summary: 'Signed in for the first time yesterday, at the very beginning.',
    at: { phase: 'welcome', daysHere: 1 },
    care: { coach: 'coach@example.com' },
  },
  {
    email: 'stage2@example.com',
    first: 'Sam',
    pronouns: 'they/them',
    last: 'Okafor',
    summary: 'Has had the first consultation, and the kit is on its way.',
    at: { phase: 'optimize', daysHere: 3 },
    kit: { trackingUrl: 'https://example.com/track/BEA-2041', sentDaysAgo: 1 },
    // Recent enough that it is never more than a day and a half old, at any hour.
    call: { type: 'clinical-coach-support-call', inDays: -1, from: '15:30', hasNoOutcome: true },
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      conversation: {
        topic: 'The kit',
        messages: [
          {
            daysAgo: 2,
            at: '11:10',
            from: 'patient',
            text: 'Hi Marisol,\nI’m away for two days this week. What happens if the kit comes while no one is home?',
          },
          {
            daysAgo: 2,
            at: '11:52',
            from: 'coach',
            text: 'Hi Sam, thanks for letting me know. The carrier will leave it with a neighbor or at a pickup point, and the tracking page will say which. The box doesn’t say what’s inside.',
          },
          { daysAgo: 2, at: '12:05', from: 'patient', text: 'Good to know. Thank you!' },
          {
            daysAgo: 2,
            at: '12:20',
            from: 'coach',
            text: 'You’re welcome. Write to me when it arrives, and we’ll go through it together.',
          },
        ],
      },
    },
  },
  {
    email: 'stage3@example.com',
    first: 'Mia',
    last: 'Lindqvist',
    summary: 'In the first cycle, testing every morning.',
    kit: { trackingUrl: 'https://example.com/track/BEA-1977', sentDaysAgo: 14, arrivedDaysAgo: 10 },
    at: { phase: 'ovulation', cycle: 1, daysHere: 4 },
    ovulation: [
      { daysAgo: 2, result: 'Negative (Low LH)' },
      { daysAgo: 1, result: 'High (Rising LH)' },
    ],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: { coach: 'coach@example.com' },
  },
  {
    email: 'cycle2@example.com',
    first: 'Robin',
    last: 'Castellano',
    getsTexts: true,
    alert: 'Latex allergy: send the nitrile set.',
    summary:
      'Used the first applicator of cycle 2. The second one comes next. Has a picture and a PDF in a conversation.',
    at: { phase: 'ovulation', cycle: 2, daysHere: 6 },
    periods: [98, 69, 42, 14],
    ovulation: [...lhSeries(29), ...lhSeries(1)],
    applicators: [...applicators(29, 1), ...applicators(1, 2)],
    pregnancyTests: [{ daysAgo: 14, result: 'negative', cycle: 1 }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    callsFrom: '16:00',
    detail: 'You teach second grade, so we talk after 4 pm, when the classroom is empty.',
    call: { type: 'clinical-coach-support-call', inDays: 3 },
    care: {
      coach: 'coach@example.com',
      contacts: [
        {
          daysAgo: 12,
          at: '16:20',
          by: 'coach',
          how: 'phone',
          direction: 'outgoing',
          result: 'voicemail',
          words: 'Left a voicemail',
        },
        {
          daysAgo: 11,
          at: '16:35',
          by: 'coach',
          how: 'phone',
          direction: 'incoming',
          result: 'spoke',
          words:
            'Robin called back. Sad about the negative test, and wants to start the next cycle right away.',
        },
      ],
      staffNotes: [
        {
          daysAgo: 11,
          words: 'Prefers calls after 4 pm, when the classroom is empty. Ask about sleep next time.',
        },
      ],
      followUp: { inDays: 3, words: 'Ask how the second applicator went, before the call.' },
      conversation: {
        topic: 'My treatment',
        messages: [
          {
            daysAgo: 1,
            at: '09:40',
            from: 'patient',
            text: 'Peak this morning! The test line is darker than the control line. So it’s today?',
            file: 'peak-test',
          },
          {
            daysAgo: 1,
            at: '10:05',
            from: 'coach',
            text: 'Yes, today and tomorrow, one applicator each day. Please do the safety check first. I’m here until 10 tonight if you get stuck.',
          },
          {
            daysAgo: 1,
            at: '13:20',
            from: 'patient',
            text: 'Done. Easier than last month. I even remembered the timer.',
          },
          {
            daysAgo: 1,
            at: '13:45',
            from: 'coach',
            text: 'That’s great to hear, Robin. Same again tomorrow, and then we talk on our call. Here is the test guide as well, in case you want it on paper.',
            file: 'ovulation-guide',
          },
        ],
      },
    },
  },
  {
    email: 'calling@example.com',
    first: 'Jo',
    last: 'Whitaker',
    summary: 'About to meet the clinician: the video call can be joined now.',
    at: { phase: 'consultation-prep', daysHere: 2 },
    hasOpenCall: true,
    care: { coach: 'coach@example.com' },
  },
  {
    email: 'done@example.com',
    first: 'Priya',
    last: 'Raman',
    summary: 'Finished the third cycle without a pregnancy.',
    at: { phase: 'post-treatment', daysHere: 5 },
    periods: [96, 68, 40, 10],
    ovulation: [...lhSeries(82), ...lhSeries(54), ...lhSeries(26)],
    applicators: [...applicators(82, 1), ...applicators(54, 2), ...applicators(26, 3)],
    pregnancyTests: [
      { daysAgo: 67, result: 'negative', cycle: 1 },
      { daysAgo: 39, result: 'negative', cycle: 2 },
      { daysAgo: 11, result: 'negative', cycle: 3 },
    ],
    consultations: ['initial-consultation', 'post-treatment-review'],
    medicalNotes: true,
    hasNewNotes: true,
    care: {
      coach: 'coach@example.com',
      conversation: {
        topic: 'A test result',
        messages: [
          {
            daysAgo: 10,
            at: '08:20',
            from: 'patient',
            text: 'Not this time either. I don’t have a question. I just didn’t want to be the only one who knows.',
          },
          {
            daysAgo: 10,
            at: '08:55',
            from: 'coach',
            text: 'Thank you for telling me, Priya. I’m so sorry. You don’t have to decide anything this week. If you’d like to talk, call or write, and if you’d rather be left alone, that’s fine too.',
          },
          { daysAgo: 9, at: '12:30', from: 'patient', text: 'That helped. I’ll book the review.' },
          {
            daysAgo: 9,
            at: '12:50',
            from: 'coach',
            text: 'I’m glad. Dr. Lind will have read everything before you meet.',
          },
        ],
      },
    },
  },
  {
    email: 'pregnant@example.com',
    first: 'Elena',
    last: 'Petrova',
    summary: 'Pregnant after the first cycle.',
    at: { phase: 'ovulation', cycle: 2, daysHere: 9 },
    periods: [39],
    ovulation: lhSeries(25),
    applicators: applicators(25, 1),
    pregnancyTests: [{ daysAgo: 9, result: 'positive', cycle: 1 }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      conversation: {
        topic: 'A test result',
        messages: [
          {
            daysAgo: 8,
            at: '09:15',
            from: 'patient',
            text: 'I logged it yesterday, and this morning’s test says the same. Is it real?',
          },
          {
            daysAgo: 8,
            at: '09:50',
            from: 'coach',
            text: 'A positive test is almost certainly right, Elena. Congratulations. The next step is a review with Dr. Lind, and you can choose the time on Home. Keep taking the folic acid.',
          },
        ],
      },
    },
  },
  {
    email: 'paused@example.com',
    first: 'Dana',
    last: 'Kowalski',
    summary: 'Paused the first cycle while moving, for two more weeks.',
    at: { phase: 'abstinence', cycle: 1, daysHere: 8 },
    ovulation: [{ daysAgo: 9, result: 'Negative (Low LH)' }],
    outcomes: [{ kind: 'pause', daysAgo: 6, untilInDays: 15, reason: 'We’re moving.' }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      contacts: [
        {
          daysAgo: 5,
          by: 'coach',
          how: 'phone',
          direction: 'outgoing',
          result: 'spoke',
          words:
            'Dana is in the middle of the move and feels well. We’ll talk again when the boxes are unpacked.',
        },
      ],
      conversation: {
        topic: 'My treatment',
        isLastNew: true,
        messages: [
          {
            daysAgo: 1,
            at: '13:30',
            from: 'patient',
            text: 'Hi Marisol,\nThe move is taking longer than we thought. Can I pause for another week if I need to?',
          },
          {
            daysAgo: 1,
            at: '14:05',
            from: 'coach',
            text: 'Hi Dana, of course. You can change your pause date on Home at any time. Your place in the plan is saved.',
          },
        ],
      },
    },
  },
  {
    email: 'loss@example.com',
    first: 'Hanna',
    last: 'Adeyemi',
    summary: 'Lost a pregnancy two weeks ago.',
    alert: 'Grieving. Ask before you suggest a call.',
    at: { phase: 'ovulation', cycle: 2, daysHere: 24 },
    periods: [54],
    ovulation: lhSeries(40),
    applicators: applicators(40, 1),
    pregnancyTests: [{ daysAgo: 24, result: 'positive', cycle: 1 }],
    // Fifteen days, so that two weeks have passed at any hour of the day.
    outcomes: [{ kind: 'loss', daysAgo: 15 }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      contacts: [
        {
          daysAgo: 13,
          by: 'clinician',
          how: 'phone',
          direction: 'outgoing',
          result: 'spoke',
          words:
            'I called to say how sorry we are. Hanna is with her sister and knows who to call, day or night.',
        },
        {
          daysAgo: 7,
          by: 'coach',
          how: 'text',
          direction: 'outgoing',
          result: 'spoke',
          words: 'Asked whether she would like to talk. She will write when she is ready.',
        },
      ],
    },
  },
  {
    email: 'irregular@example.com',
    first: 'Jordan',
    pronouns: 'they/them',
    last: 'Nakamura',
    summary: 'In the first cycle, with cycles of 26 to 38 days.',
    alert: 'Works outdoors with no signal until 4 pm.',
    callsFrom: '16:00',
    at: { phase: 'ovulation', cycle: 1, daysHere: 9 },
    cycleLength: 'Anything from 26 to 38 days',
    periods: [133, 107, 76, 38, 9],
    ovulation: [{ daysAgo: 1, result: 'Negative (Low LH)' }],
    consultations: ['initial-consultation'],
    medicalNotes: true,
    care: {
      coach: 'coach@example.com',
      loggedByPhone: [{ daysAgo: 2, result: 'Negative (Low LH)' }],
      hardTime: 'Every cycle is different, and I can’t plan anything. I would just like to talk.',
      contacts: [
        {
          daysAgo: 2,
          at: '16:15',
          by: 'coach',
          how: 'phone',
          direction: 'incoming',
          result: 'spoke',
          words:
            'Jordan had no signal to log the test, so I logged it. Cycles vary by up to twelve days: start testing on day 7.',
        },
      ],
      draft: {
        title: 'Testing with irregular cycles',
        content: `What we talked about on the phone:\n\n- Test once a day from **day 7** on\n- Don’t stop before you see a peak`,
      },
    },
  },
  {
    email: 'held@example.com',
    first: 'Maya',
    last: 'Lindqvist',
    getsTexts: true,
    summary: 'Waiting for a clinician to review the safety check.',
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
    getsTexts: true,
    summary: 'Has the kit; choosing a time to meet the coach, Amara.',
    at: { phase: 'consultation', daysHere: 2 },
    consultations: ['initial-consultation'],
    care: { coach: 'coach2@example.com' },
  },
  {
    email: 'address@example.com',
    first: 'Casey',
    last: 'Morgan',
    summary: 'Needs to enter a shipping address for the kit.',
    at: { phase: 'optimize', daysHere: 1 },
    consultations: ['initial-consultation'],
    kit: { hasAddress: false },
    care: { coach: 'coach3@example.com' },
  },
  {
    email: 'prepared@example.com',
    first: 'Taylor',
    last: 'Brooks',
    summary: 'Entered an address; the kit is being prepared.',
    at: { phase: 'optimize', daysHere: 2 },
    consultations: ['initial-consultation'],
    kit: {},
    hasNewNotes: true,
    care: { coach: 'coach@example.com' },
  },
  {
    email: 'late@example.com',
    first: 'Dominique',
    last: 'Reyes',
    summary: 'Waiting for a kit that should have arrived by now.',
    at: { phase: 'optimize', daysHere: 12 },
    consultations: ['initial-consultation'],
    kit: { trackingUrl: 'https://example.com/track/BEA-1988', sentDaysAgo: 9 },
    care: {
      coach: 'coach2@example.com',
      conversation: {
        topic: 'The kit',
        messages: [
          {
            daysAgo: 2,
            at: '09:05',
            from: 'patient',
            text: 'Still no package. The tracking page has said “in transit” since last week.',
          },
          {
            daysAgo: 2,
            at: '09:40',
            from: 'coach',
            text: 'I’m sorry about the wait, Dominique. Tomas is asking the carrier, and will send a new one if they can’t find it. You won’t lose a cycle over this.',
          },
        ],
      },
    },
  },
];
