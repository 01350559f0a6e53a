import { URGENT_SIGNS, URGENT_SIGNS_AFTER_LOSS } from '../journey/clinical-copy.ts';
import type { PregnancyFeedback } from '../results/pregnancy-feedback.ts';
import { UNCLEAR } from './unclear.ts';
import type { FeedbackWords } from './words.ts';

/** The one next step that a result leads to, as the button says it, and the call that it books. */
type NextStep = { label: 'Book review' | 'Book a call'; appointmentType: string };

type PregnancyWords = FeedbackWords & {
  next: NextStep;
  /** When not to wait for a call. */
  urgent?: string;
};

const REVIEW: NextStep = { label: 'Book review', appointmentType: 'post-treatment-review' };
const COACH_CALL: NextStep = { label: 'Book a call', appointmentType: 'clinical-coach-support-call' };

const MAY_BE_EARLY =
  'Negative means that the test found no pregnancy hormone so far. A negative test can be early: if your period does not come, test again in a few days.';

/** What a patient reads after logging a pregnancy test. A negative one leads with care. */
export const PREGNANCY_FEEDBACK: Record<PregnancyFeedback, PregnancyWords> = {
  positive: {
    heading: 'Congratulations',
    paragraphs: [
      'Positive means that the test found pregnancy hormone. Your plan is up to date, and there is nothing more to test or to prepare in this cycle.',
      'The next step is a review with your clinician, who will go through the coming weeks with you.',
    ],
    next: REVIEW,
  },
  'negative-after-positive': {
    heading: 'Let us look at this together',
    paragraphs: [
      'A negative test after a positive one can have several reasons, and a test at home cannot tell which. We know how worrying it can be to wait for an answer.',
      'Please call your clinician, today if you can. Your review is a call with your clinician too, and your coach is here for you.',
    ],
    next: REVIEW,
    urgent: URGENT_SIGNS,
  },
  unclear: {
    heading: UNCLEAR.heading,
    paragraphs: [UNCLEAR.common, `${UNCLEAR.testAgain} ${UNCLEAR.coach}`],
    next: COACH_CALL,
  },
  'unclear-after-positive': {
    heading: 'Let us look at this together',
    paragraphs: [
      'Tests that do not all say the same can have several reasons, and a test at home cannot tell which. We know how worrying it can be to wait for an answer.',
      'Please call your clinician, today if you can. Your review is a call with your clinician too, and your coach is here for you.',
    ],
    next: REVIEW,
    urgent: URGENT_SIGNS,
  },
  'positive-after-loss': {
    heading: 'Thank you for telling us',
    paragraphs: [
      'After a loss, tests can stay positive for a while. A test at home cannot tell what this one means.',
      'It is in your record, where your clinician can see it. Please talk it over together, today if you can.',
    ],
    next: REVIEW,
    urgent: URGENT_SIGNS_AFTER_LOSS,
  },
  noted: {
    heading: 'Thank you for telling us',
    paragraphs: [
      'Your result is in your record. Nothing more is asked of you.',
      'If you would like to talk about it, your coach is here for you.',
    ],
    next: COACH_CALL,
  },
  'early-negative': {
    heading: 'It may be too early to tell',
    paragraphs: [
      'Negative means that the test found no pregnancy hormone so far. A negative so early can still change.',
      'If your period does not come, test again from the first day that you miss it. We know that waiting is hard, and your coach is here for you.',
    ],
    next: COACH_CALL,
  },
  'first-negative': {
    heading: 'Not the result you were hoping for',
    paragraphs: [
      'We are sorry. Take the time you need; there is nothing you have to decide today.',
      MAY_BE_EARLY,
      'When you are ready, your coach would like to look at this cycle with you before the next one.',
    ],
    next: COACH_CALL,
  },
  'second-negative': {
    heading: "Keep going - you're not alone",
    paragraphs: [
      'We are sorry that it is not the answer you wanted. However you feel about it is all right.',
      MAY_BE_EARLY,
      'Talk it over with your coach, at your own pace, before you think about the next cycle.',
    ],
    next: COACH_CALL,
  },
  'last-negative': {
    heading: "We're here for you",
    paragraphs: [
      'Your three cycles of treatment are complete, and we know how much you have put into them.',
      MAY_BE_EARLY,
      'In your review, your clinician goes through everything with you and talks about what could come next.',
    ],
    next: REVIEW,
  },
};

/** Beside a positive result only, where the clinic has no patient's words to show. Nobody is made to say what nobody said. */
export const OUR_WORDS = {
  quote:
    'We are so happy for you. Take the time to let it sink in, and we go through what comes next together.',
  from: 'Your care team',
};
