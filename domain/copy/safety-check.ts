import { SAFETY_CHECK_TITLE } from './words.ts';

export const SAFETY_CHECK = {
  title: SAFETY_CHECK_TITLE,
  intro: 'Answer once each cycle, before you use an applicator. Please answer for the person who uses it.',
  answers: { yes: 'Yes', no: 'No', 'not-sure': 'Not sure' },
  notSure: 'If you’re not sure, choose ‘Not sure.’ That’s okay.',
  today: 'Today is a peak day, so a few questions are about today.',
  confirm:
    'You’ve answered the safety check for this cycle. Before today’s applicator, there are three more questions.',
  again: 'Something may have changed, so please answer all the questions again.',
  review: 'Before you send',
  reviewIntro: 'Please review these answers.',
  change: 'Change',
  send: 'Send answers',
  missing: 'Please answer this question.',
  missingSome: (count: number) =>
    count === 1 ? 'One question is not answered yet.' : `${count} questions are not answered yet.`,
  atRest: 'The safety check is for treatment days. There’s nothing you need to do right now.',
  correct: 'Correct my answers',
  correctUntil: (time: string) =>
    `Did you tap something by mistake? You can correct your answers until ${time}.`,
  correcting: 'These are the answers you sent. Change anything that’s wrong and send them again.',
  keep: 'Keep my answers as they are',
  /** Why the answers can't be corrected. */
  tooLate:
    'You can correct answers for 10 minutes after you send them. Please tell your clinician what’s different.',
  decided: 'A clinician has already reviewed these answers. Please tell them what’s different.',
  notNewest: 'You’ve answered the safety check again since then. Please look at those answers.',
  failure: 'Your answers weren’t sent. Please try again.',
  notLoaded: 'We couldn’t load the safety check',
  timers: 'Open the timers',
  steps: 'Read the applicator steps',
  answerAgain: 'Answer again',
  counts: 'Your answers count for this cycle. If something changes, please answer again.',
  talkFirst: 'Let’s talk first',
  call: 'A safety call with a clinician takes 15 minutes. If a time is open today, you can book it for today.',
  book: 'Book a safety call',
  /** `when` is 'today at 2:00 pm' or 'on November 19, 2026, 2:00 pm'. */
  booked: (hostName: string, when: string) => `Your safety call with ${hostName} is ${when}.`,
  todayAt: (time: string) => `today at ${time}`,
  seeCall: 'See your call',
  needAnswer: 'I need an answer today',
  /** The care team reads these words. */
  needAnswerMessage: 'I need an answer today about my safety check.',
  /** Comes before the words that say by when. */
  answerAsked: 'A clinician on duty has your request, marked urgent.',
  /** For the night, when no one is on duty. */
  answerAskedAtNight: 'We have your request, marked urgent. A clinician will read it when the clinic opens.',
  answerLate: 'You should have heard from us by now. Please call or write to us.',
  answerNotNeeded:
    'You asked for an answer today. Your corrected answers don’t need one, so we’ve withdrawn that request. Your message is still with your care team.',
  answerNotSent: 'Your request wasn’t sent. Please try again, or reach us another way.',
  started: 'I have already started',
  coach: 'My Coach',
  /** Shown next to an answer that blocks the applicator. */
  never: 'If you’ve already started, your timers and help are still here.',
  cleared: 'After you talk, your clinician can reopen the check.',
} as const;

/** Each question by its id. All are about the person who uses the applicator. */
export const SAFETY_QUESTIONS = {
  prolapse: 'Do you have a prolapse of the vagina or uterus?',
  hysterectomy: 'Have you had a hysterectomy?',
  'recent-surgery':
    'Have you had surgery, a biopsy or treatment of the vagina or cervix in the last 3 months?',
  'silicone-allergy': 'Are you allergic to silicone?',
  coil: 'Do you have an IUD in place?',
  sti: 'Do you have a sexually transmitted infection (STI) that you know of?',
  irritation: 'Do you have irritation or sores in or around the vagina?',
  infection: 'Do you have an infection now?',
  'pelvic-infection': 'Have you had a pelvic infection in the past?',
  'toxic-shock': 'Have you ever had toxic shock syndrome?',
  bleeding: 'Do you have bleeding that is not a period?',
  'unclear-smear': 'Was your last Pap test unclear or abnormal?',
  'pregnancy-unsafe': 'Has anyone told you that pregnancy would not be safe for you?',
  'recent-pregnancy': 'Have you given birth, or had a miscarriage or an abortion, in the last 6 weeks?',
  ectopic: 'Have you had an ectopic pregnancy in the past?',
  'period-now': 'Are you having a period now?',
  'late-or-positive': 'Is your period late, or have you had a positive pregnancy test?',
  'anything-changed': 'Has anything changed since you last answered these questions?',
  'donor-screened': 'Has your donor been screened?',
  // No longer asked. Earlier answers still need these words.
  'could-be-pregnant': 'Could you be pregnant?',
  'donor-unscreened': 'Has your donor not been screened?',
} as const;

export const SAFETY_GROUPS = {
  body: 'Your body',
  infection: 'Infection and irritation',
  bleeding: 'Bleeding and Pap tests',
  pregnancy: 'Pregnancy',
  today: 'Today',
  donor: 'Your donor',
} as const;

const ASK_FIRST = 'Please do not use an applicator until you have talked with your clinician.';

/** Shown after the answers are sent. */
export const SAFETY_OUTCOMES = { ready: 'You can continue.', clinician: ASK_FIRST, stop: ASK_FIRST } as const;

/** Shown next to `ready` if it isn't known whether the donor was screened. */
export const DONOR_ADVICE = 'If you haven’t yet, please talk to your coach about having your donor screened.';
