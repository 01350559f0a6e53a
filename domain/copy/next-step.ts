import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';
import { KEPT_BLOCKED } from './kept-blocked.ts';

type Call = { hostName: string; isVideo: boolean };

/**
 * The top of Home: one sentence about today. It never hurries the patient, raises hopes or names a chance.
 */
export const NEXT_STEP = {
  heading: 'Today',
  capDue: 'Your cap has been in for 5 hours. Please remove it now by its string.',
  capOverdue: (hours: number): string =>
    `Your cap has been in for over ${hours} hours. Please remove it now by its string.`,
  capIn: (time: string): string => `Take your cap out by ${time} at the latest.`,
  sampleResting: (time: string): string => `Let your sample rest until ${time}.`,
  sampleRested: 'Your sample has rested for 30 minutes. You’re ready for the next step.',
  // A call type's name is a title, such as 'Meet Your Clinical Coach'. Upcoming Calls shows it.
  callNow: (host: string): string => `Your call with ${host} is open. Join when you’re ready.`,
  callToday: ({ hostName, isVideo }: Call, time: string): string =>
    `Your call with ${hostName} is today at ${time}. ` +
    (isVideo ? `You can join ${JOIN_MINUTES_BEFORE} minutes before.` : 'It’s by phone.'),
  callBegun: (host: string): string => `Your call with ${host} has started.`,
  phoneNow: (host: string): string => `${host} is calling you now.`,
  booked: (what: string, day: string, time: string): string => `${what} is on ${day} at ${time}.`,
  /** Shown on the call's day until its outcome is recorded. */
  justOver: (what: string): string =>
    `${what} was today. Your next step appears here once your care team has confirmed it.`,
  past: (what: string, day: string): string =>
    `${what} was on ${day}. Missed it? Pick a new time in your plan.`,
  questionnaireFirst: (what: string, when: string): string =>
    `${what} is ${when}. Your answers to the questionnaire help us prepare.`,
  onDay: (day: string): string => `on ${day}`,
  todayAt: (time: string): string => `today at ${time}`,
  newNotes: "Your clinician's notes are ready.",
  consultation: {
    what: 'Your consultation',
    book: 'Your first step is a consultation with a fertility clinician.',
    asksNext: 'Next in your plan: a few questions. Your answers help us prepare.',
    held: 'You’ve had your consultation. When you’re ready, move on to the next step.',
  },
  coachTalk: {
    what: 'Your coach call',
    book: 'Next up: a call with your Clinical Coach about the kit and your cycle.',
    held: 'You’ve talked to your coach. When you’re ready, move on to the next step.',
  },
  logPeriod: 'When did your last period start? Log the first day and we’ll keep count for you.',
  overdue: 'Has your period started? If it has, log the first day.',
  testedLogPeriod: 'You’ve logged today’s test. When did your last period start?',
  waitToTest: 'There’s no need to test today.',
  testFrom: (day: string): string => `Start testing on ${day}. There’s nothing to do until then.`,
  test: 'Take an ovulation test today and log the result.',
  tested: 'You’ve logged today’s test. Test again tomorrow.',
  firstApplicator: 'It’s time for your first applicator.',
  secondApplicator: 'It’s time for your second applicator.',
  safetyFirst: 'Please answer the safety check before you begin.',
  held: 'Please do not use an applicator until you have talked with your clinician.',
  heldAhead: 'Before you use an applicator, please talk to your clinician.',
  cleared: 'Your clinician cleared your safety check.',
  keptBlocked: KEPT_BLOCKED,
  safetyCall: { what: 'Your safety call' },
  applicatorTomorrow: 'Use your second applicator tomorrow.',
  survey: ['How did your first applicator go?', 'How did your second applicator go?'],
  askCoach: 'Please ask your coach before you use an applicator.',
  secondSurge:
    'Your tests show a second surge. Please check with your coach before using anything. Each cycle has only two applicators.',
  passed: 'Your applicator days have passed for this cycle. Save any you didn’t use for the next one.',
  noPeak: 'We didn’t see a peak this cycle. That happens. Save your applicators for the next one.',
  waitForPregnancyTest: 'Take a pregnancy test from the first day of a missed period.',
  pregnancyTestFrom: (day: string): string => `Test from ${day}, or from the first day of a missed period.`,
  pregnancyTest: 'You can take a pregnancy test starting today.',
  pregnancyTestNow: 'If your period hasn’t started, you can take a pregnancy test now.',
  earlyNegative: (day: string | null): string =>
    day
      ? `It’s still early, so this could change. Test again from ${day} if your period doesn’t start.`
      : 'It’s still early, so this could change. Test again if your period doesn’t start.',
  testAgainNow: 'You tested early last time. You can test again starting today.',
  stillNoPeriod: 'Still no period? You can test again today. Your coach is here if you’d like to talk.',
  periodCame: 'Your period has started, so this is a new cycle. Start it whenever you’re ready.',
  peakInNextCycle: 'Your tests show a peak in a new cycle. Start that cycle first.',
  lastCycleOver:
    'Your period has started, so your three cycles are complete. Next is a review with your clinician.',
  lastNegative: 'Take the time you need. If your period doesn’t start, test again in a few days.',
  negative: 'Take the time you need. If your period doesn’t start, test again in a few days.',
  review: {
    what: 'Your treatment review',
    book: 'When you feel ready, look back on your treatment with your clinician.',
    next: 'Your next step is a review with your clinician.',
    held: 'You’ve had your review. Your coach is still here for you.',
  },
  pregnantReview: 'Next up: a review with your clinician.',
  talkToday: 'Please talk to your clinician, today if you can.',
  urgentSymptoms: (number: string): string =>
    `What you reported needs urgent medical help. If you haven’t been seen yet, do not wait for us: call ${number || 'your local emergency number'} or go to the nearest emergency room.`,
  call: (number: string): string => `Call ${number}`,
  callAsked: 'You asked for a call. Someone from your care team will call you, or write to you.',
  notAlone:
    'You are not alone. Your care team will read what you wrote, and there’s someone to talk to at any hour.',
  callClinic: 'Call your clinic',
  bleeding:
    'You logged bleeding. In pregnancy, always have it checked: please call your clinic or your doctor today.',
  bleedingWithLoss: 'We are so sorry. If your pregnancy has ended, you can let us know when you’re ready.',
  unclear: 'Your last test was hard to read. That’s common.',
  unclearEarly: (day: string | null): string =>
    day
      ? `It was also early: test again from ${day}, or from the first day of a missed period.`
      : 'It was also early: test again from the first day of a missed period.',
  unclearApplicator: 'Please ask your coach before you use your next applicator.',
  resume: 'Ready to resume? You can do it below, or choose a later day.',
  nothing: 'Nothing to do today.',
  afterLoss: 'There’s nothing you need to do today.',
  unknown: 'We can’t load today’s step. Please try again in a minute.',
};

/** Shown on every page while it lasts. */
export const PINNED = {
  call: 'Your call',
  with: (host: string, time: string): string => `${host}, ${time}`,
  join: 'Join',
  left: (words: string): string => `${words} left`,
  takeOut: 'Take it out now',
  dueSince: (day: string): string => `Due ${day}`,
};

/** These labels differ from all other links and buttons on Home. */
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
  nextCycle: {
    label: 'Start my next cycle',
    path: '/overview?phase=testing',
    act: 'start_next_cycle' as const,
  },
  /** Where the label leads once the last cycle is complete. */
  afterCycles: {
    label: 'Go to my review',
    path: '/overview?phase=testing',
    act: 'start_next_cycle' as const,
    opens: '/overview?phase=post-treatment',
  },
  notes: { label: 'Read the notes', path: '/medical-notes' },
  answers: { label: 'Review your answers', path: '/patient-info' },
  period: { label: 'Log the first day', path: '/log-result/period' },
  ovulation: { label: 'Log today’s test', path: '/log-result/ovulation' },
  pregnancy: { label: 'Log your result', path: '/log-result/pregnancy' },
  safety: { label: 'Begin the check', path: '/safety-check' },
  held: { label: 'See your safety check', path: '/safety-check' },
  firstSurvey: { label: 'Tell us', path: '/applicator-survey?cycleAttempt=1' },
  secondSurvey: { label: 'Tell us', path: '/applicator-survey?cycleAttempt=2' },
  coach: { label: 'Talk to my coach', path: '/support' },
  unclear: { label: 'What to do now', path: '/unclear-result' },
  pause: { label: 'Choose a later day', path: '/pause' },
  urgent: { label: 'Reach your care team', path: '/support' },
  crisis: { label: 'See who to call now', path: '/messages' },
  loss: { label: 'Let us know', path: '/pregnancy-has-ended' },
};
