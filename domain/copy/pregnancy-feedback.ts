import { URGENT_SIGNS, URGENT_SIGNS_AFTER_LOSS } from '../journey/clinical-copy.ts';
import type { PregnancyFeedback } from '../results/pregnancy-feedback.ts';
import { PREGNANCY_SIGNS } from './emergency-signs.ts';
import { UNCLEAR } from './unclear.ts';
import type { FeedbackWords } from './words.ts';

/** The result's one next step: the button's words, and the call it books. */
type NextStep = { label: 'Book review' | 'Book a call'; appointmentType: string };

type PregnancyWords = FeedbackWords & {
  next: NextStep;
  /** Says when not to wait for a call. */
  urgent?: string;
};

const REVIEW: NextStep = { label: 'Book review', appointmentType: 'post-treatment-review' };
const COACH_CALL: NextStep = { label: 'Book a call', appointmentType: 'clinical-coach-support-call' };

const MAY_BE_EARLY =
  'Negative means the test found no pregnancy hormone so far. A negative test can be early: if your period doesn’t start, test again in a few days.';

/** The page after logging a pregnancy test. A negative result starts with support. */
export const PREGNANCY_FEEDBACK: Record<PregnancyFeedback, PregnancyWords> = {
  positive: {
    heading: 'Congratulations',
    paragraphs: [
      'Positive means the test found pregnancy hormone. Your plan is up to date, and you don’t need to test or prepare anything else.',
      'The next step is a review with your clinician, who will go through the coming weeks with you.',
      PREGNANCY_SIGNS,
    ],
    next: REVIEW,
  },
  'negative-after-positive': {
    heading: 'Let’s look at this together',
    paragraphs: [
      'A negative test after a positive one can have several causes, and a home test can’t tell which. We know how worrying it can be to wait for an answer.',
      'Please talk to your clinician, today if you can. You can also book your review, which is a call with your clinician. Your coach is here for you, too.',
    ],
    next: REVIEW,
    urgent: URGENT_SIGNS,
  },
  unclear: {
    heading: UNCLEAR.heading,
    paragraphs: [UNCLEAR.common, `${UNCLEAR.testAgain} ${UNCLEAR.coach}`],
    next: COACH_CALL,
  },
  'early-unclear': {
    heading: UNCLEAR.heading,
    paragraphs: [UNCLEAR.common, UNCLEAR.early, UNCLEAR.coach],
    next: COACH_CALL,
  },
  'unclear-after-positive': {
    heading: 'Let’s look at this together',
    paragraphs: [
      'Tests that don’t agree can have several causes, and a home test can’t tell which. We know how worrying it can be to wait for an answer.',
      'Please talk to your clinician, today if you can. You can also book your review, which is a call with your clinician. Your coach is here for you, too.',
    ],
    next: REVIEW,
    urgent: URGENT_SIGNS,
  },
  'positive-after-loss': {
    heading: 'Thank you for telling us',
    paragraphs: [
      'After a loss, tests can stay positive for a while. A home test can’t tell us what this one means.',
      'We let your clinician know about this test. Please talk to them today if you can. You can also book your review, which is a call with your clinician.',
    ],
    next: REVIEW,
    urgent: URGENT_SIGNS_AFTER_LOSS,
  },
  'positive-after-stop': {
    heading: 'Thank you for telling us',
    paragraphs: [
      'Positive means the test found pregnancy hormone. You had stopped your treatment, so however you feel about this is okay.',
      'Your care team is asked to look at your result. Please talk to a clinician, today if you can.',
      PREGNANCY_SIGNS,
    ],
    next: REVIEW,
    urgent: URGENT_SIGNS_AFTER_LOSS,
  },
  noted: {
    heading: 'Thank you for telling us',
    paragraphs: [
      'Your result is in your record. There’s nothing more you need to do.',
      'If you’d like to talk about it, your coach is here for you.',
    ],
    next: COACH_CALL,
  },
  'early-negative': {
    heading: 'It may be too early to tell',
    paragraphs: [
      'Negative means the test found no pregnancy hormone so far. It’s still early, so this could change.',
      'If your period doesn’t start, test again from the first day it’s late. We know waiting is hard, and your coach is here for you.',
    ],
    next: COACH_CALL,
  },
  'first-negative': {
    heading: 'Not the result you were hoping for',
    paragraphs: [
      'We’re sorry. Take the time you need. There’s nothing you have to decide today.',
      MAY_BE_EARLY,
      'When you’re ready, your coach would like to go over this cycle with you before the next one.',
    ],
    next: COACH_CALL,
  },
  'second-negative': {
    heading: "Keep going - you're not alone",
    paragraphs: [
      'We’re sorry it’s not the answer you wanted. However you feel about it is okay.',
      MAY_BE_EARLY,
      'Talk it over with your coach, at your own pace, before you think about the next cycle.',
    ],
    next: COACH_CALL,
  },
  'last-negative': {
    heading: "We're here for you",
    paragraphs: [
      'Your three cycles of treatment are complete, and we know how much you’ve put into them.',
      MAY_BE_EARLY,
      'In your review, your clinician will go through everything with you and talk about what could come next.',
    ],
    next: REVIEW,
  },
};

/** Offline, the plan isn't up to date yet. */
export const POSITIVE_NOT_SENT =
  'Positive means the test found pregnancy hormone. You don’t need to test or prepare anything else.';

/** Shown next to a positive result if the clinic has no patient's words to show. We invent no quotes. */
export const OUR_WORDS = {
  quote:
    'We’re so happy for you. Take your time to let it sink in, and we’ll go through what comes next together.',
  from: 'Your care team',
};
