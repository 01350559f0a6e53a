import { asksForDetails, type Feedback } from '../surveys/applicator-use.ts';
import type { Confidence } from '../surveys/before-treatment.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import type { FeedbackWords } from './words.ts';

export const BEFORE_TREATMENT_SURVEY = {
  heading: 'Stage 2 Complete',
  ready: 'You are now ready to use your Béa Treatment Kit',
  /** For someone who marked the stage without a consultation, so that no kit was ordered. */
  beforeKit:
    'You’ll be ready to use your Béa Treatment Kit after your consultation, once your kit has arrived.',
};

/** In place of the praise, for someone without a consultation. */
export const BEFORE_CONSULTATION: FeedbackWords = {
  heading: 'Thank you for telling us',
  paragraphs: [
    'Your next step is a consultation with a clinician. They’ll go through your treatment with you, and then we’ll send your kit.',
  ],
};

export const BEFORE_TREATMENT_FEEDBACK: Record<Confidence, FeedbackWords> = {
  confident: {
    heading: 'Great!',
    paragraphs: [
      'You’ve prepared well. Take it one step at a time. The instructions are in your plan whenever you want to read them again.',
    ],
  },
  neutral: {
    heading: 'We’re here if you need us',
    paragraphs: [
      'You don’t have to feel sure yet. Your coach is happy to go through the kit with you as often as you like.',
    ],
  },
  uncertain: {
    heading: 'We are sorry to hear you are feeling uncertain',
    paragraphs: [
      'Please talk to your coach before you begin. No question is too small, and there’s no rush.',
    ],
  },
};

const HEADINGS: Record<Feedback, string> = {
  'Easy and straightforward': "Great! We're glad you found it easy to use.",
  'Okay but had some difficulty': 'Thanks for letting us know.',
  'Found it difficult': "We're sorry to hear you had difficulty.",
};

const SECOND_APPLICATOR: Record<Feedback, string> = {
  'Easy and straightforward': 'Remember to use your second applicator tomorrow.',
  'Okay but had some difficulty':
    'Would you like some help before your second applicator tomorrow? The Care Team is happy to go through it with you.',
  'Found it difficult':
    'The Care Team can guide you through your second applicator tomorrow, step by step. Please write to us before you begin.',
};

const AFTER_BOTH = {
  easy: 'That was your second one. There’s nothing more to do now except take care of yourself.',
  difficult: 'Your coach will read your answers. Please write to us if anything still worries you.',
};

const ASK_COACH = 'Please ask your coach before you use your second applicator.';

/** The day for the second applicator, calculated from the first. Null if that day has passed. */
export function secondApplicatorDay(
  firstOn: LocalDate | null,
  today: LocalDate,
): 'tomorrow' | 'today' | null {
  const ago = firstOn === null ? 0 : daysBetween(firstOn, today);
  if (ago <= 0) return 'tomorrow';
  return ago === 1 ? 'today' : null;
}

/** Thanks after the applicator survey. After the first applicator of a cycle, the second is still to come. */
export function applicatorFeedback(
  feedback: Feedback,
  attempt: 1 | 2,
  second: ReturnType<typeof secondApplicatorDay> = 'tomorrow',
): FeedbackWords {
  const afterwards = asksForDetails(feedback) ? AFTER_BOTH.difficult : AFTER_BOTH.easy;
  return {
    heading: HEADINGS[feedback],
    paragraphs: [
      attempt === 2
        ? afterwards
        : second === null
          ? ASK_COACH
          : SECOND_APPLICATOR[feedback].replace('tomorrow', second),
    ],
  };
}
