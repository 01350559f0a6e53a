import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';

type Call = { name: string; hostName: string; isVideo: boolean };

/** What stands on top of Home: one sentence about today. Nothing here hurries, hopes or names a chance. */
export const NEXT_STEP = {
  heading: 'Today',
  capOverdue: 'Your cap has been in for 5 hours. Please remove it now by its string.',
  capIn: (time: string): string => `Your cap comes out by ${time} at the latest.`,
  sampleResting: (time: string): string => `Your sample rests until ${time}.`,
  sampleRested: 'Your sample has rested for 30 minutes. You can go on.',
  callNow: (name: string, host: string): string => `You can join ${name} with ${host} now.`,
  callToday: ({ name, hostName, isVideo }: Call, time: string): string =>
    `${name} with ${hostName} is today at ${time}. ` +
    (isVideo ? `You can join from ${JOIN_MINUTES_BEFORE} minutes before.` : 'It is by phone.'),
  callBegun: (name: string, host: string): string => `${name} with ${host} has begun.`,
  phoneNow: (host: string): string => `${host} calls you now.`,
  booked: (what: string, day: string, time: string): string => `${what} is on ${day} at ${time}.`,
  past: (what: string, day: string): string =>
    `${what} was on ${day}. If you missed it, choose a new time in your plan.`,
  questionnaireFirst: (what: string, when: string): string =>
    `${what} is ${when}. Your answers to the questionnaire help us prepare.`,
  onDay: (day: string): string => `on ${day}`,
  todayAt: (time: string): string => `today at ${time}`,
  newNotes: "Your clinician's notes are ready.",
  consultation: {
    what: 'Your consultation',
    book: 'Your first step is a consultation with a fertility clinician.',
    held: 'You have had your consultation. When you are ready, continue to the next phase of your plan.',
  },
  coachTalk: {
    what: 'Your coach call',
    book: 'Next is a call with your Clinical Coach about the kit and your cycle.',
    held: 'You have talked to your coach. When you are ready, continue to the next phase of your plan.',
  },
  logPeriod: 'When did your last period begin? Log its first day, and we count the days with you.',
  overdue: 'Has your period come? If it has, log its first day.',
  testedLogPeriod: 'You have logged today’s test. When did your last period begin?',
  waitToTest: 'There is nothing to test today.',
  testFrom: (day: string): string => `Start testing on ${day}. Until then there is nothing to do.`,
  test: 'Take an ovulation test today and log what it shows.',
  tested: 'You have logged today’s test. Test again tomorrow.',
  firstApplicator: 'Today is for your first applicator.',
  secondApplicator: 'Today is for your second applicator.',
  safetyFirst: 'Please answer the safety check before you begin.',
  held: 'Please do not use an applicator until you have talked with your clinician.',
  heldAhead: 'Before you use an applicator, please talk to your clinician.',
  cleared: 'Your clinician cleared your safety check.',
  applicatorTomorrow: 'Your second applicator is for tomorrow.',
  survey: ['How did your first applicator go?', 'How did your second applicator go?'],
  askCoach: 'Please ask your coach before you use an applicator.',
  secondSurge: 'Your tests show a second surge. There is no third applicator: please ask your coach.',
  passed: 'The days for an applicator have passed in this cycle. Keep what you did not use for the next one.',
  noPeak: 'No peak in this cycle. It happens. Keep the applicators for the next one.',
  waitForPregnancyTest: 'Take a pregnancy test from the first day of a missed period.',
  pregnancyTestFrom: (day: string): string => `Test from ${day}, or from the first day of a missed period.`,
  pregnancyTest: 'You can take a pregnancy test from today.',
  earlyNegative: (day: string | null): string =>
    day
      ? `A negative so early can still change. Test again from ${day} if your period does not come.`
      : 'A negative so early can still change. Test again if your period does not come.',
  testAgainNow: 'Your negative test was an early one. You can test again from today.',
  periodCame: 'Your period has begun. When you are ready, continue to the next phase of your plan.',
  negative: 'Take the time you need. If your period does not come, test again in a few days.',
  review: {
    what: 'Your treatment review',
    book: 'When you feel ready, look back on your treatment with your clinician.',
    held: 'You have had your review. Your coach is still here for you.',
  },
  pregnantReview: 'Next is a review with your clinician.',
  talkToday: 'Please talk with your clinician, today if you can.',
  unclear: 'Your last test was hard to read. That is common.',
  resume: 'Ready to go on? You can resume below, or choose a later day.',
  nothing: 'Nothing to do today.',
  afterLoss: 'Nothing is asked of you today.',
  unknown: 'What is for today cannot be checked right now.',
};

/** What stands on every page while it lasts. */
export const PINNED = {
  call: 'Your call',
  with: (host: string, time: string): string => `${host}, ${time}`,
  join: 'Join',
  left: (words: string): string => `${words} left`,
  takeOut: 'Take it out now',
  dueSince: (day: string): string => `Due since ${day}`,
};

/** Labels of their own: no other link or button of Home has the same name. */
export const NEXT_STEP_ACTIONS = {
  join: { label: 'Join', path: '' },
  timers: { label: 'Open the timers', path: '/treatment-day' },
  removal: { label: 'Remove the cap', path: '/treatment-day' },
  questionnaire: { label: 'Go to the questionnaire', path: '/onboarding-questionnaire' },
  consultation: { label: 'Choose a time', path: '/schedule?appointmentType=initial-consultation' },
  safetyCall: { label: 'Choose a time', path: '/schedule?appointmentType=safety-call' },
  coachTalk: { label: 'Choose a time', path: '/schedule?appointmentType=meet-your-clinical-coach' },
  review: { label: 'Choose a time', path: '/schedule?appointmentType=post-treatment-review' },
  coachCall: {
    label: 'Choose a time to talk',
    path: '/schedule?appointmentType=clinical-coach-support-call',
  },
  plan: { label: 'See what comes next', path: '/overview' },
  notes: { label: 'Read the notes', path: '/medical-notes' },
  answers: { label: 'Look at your answers', path: '/patient-info' },
  period: { label: 'Log its first day', path: '/log-result/period' },
  ovulation: { label: 'Log today’s test', path: '/log-result/ovulation' },
  pregnancy: { label: 'Log what it shows', path: '/log-result/pregnancy' },
  safety: { label: 'Begin the check', path: '/safety-check' },
  held: { label: 'See your safety check', path: '/safety-check' },
  firstSurvey: { label: 'Tell us', path: '/applicator-survey?cycleAttempt=1' },
  secondSurvey: { label: 'Tell us', path: '/applicator-survey?cycleAttempt=2' },
  coach: { label: 'Talk to my coach', path: '/support' },
  unclear: { label: 'What to do now', path: '/unclear-result' },
  pause: { label: 'Choose a later day', path: '/pause' },
};
