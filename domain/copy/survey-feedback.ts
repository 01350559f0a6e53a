import { asksForDetails, type Feedback } from '../surveys/applicator-use.ts';
import type { Confidence } from '../surveys/before-treatment.ts';
import type { FeedbackWords } from './words.ts';

export const BEFORE_TREATMENT_FEEDBACK: Record<Confidence, FeedbackWords> = {
  confident: {
    heading: 'Great!',
    paragraphs: [
      'You have prepared well. Take it one step at a time: the instructions are in your plan whenever you want to read them again.',
    ],
  },
  neutral: {
    heading: 'We’re here if you need us',
    paragraphs: [
      'You do not have to feel sure yet. Your coach is glad to go through the kit with you, as often as you like.',
    ],
  },
  uncertain: {
    heading: 'We are sorry to hear you are feeling uncertain',
    paragraphs: [
      'Please talk to your coach before you begin. No question is too small, and there is no hurry.',
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
  easy: 'That was the second one. There is nothing more to do now but to look after yourself.',
  difficult: 'Your coach will read your answers. Please write to us if anything still worries you.',
};

/** Thanks after the applicator survey; the first applicator of a cycle still has the second one ahead. */
export function applicatorFeedback(feedback: Feedback, attempt: 1 | 2): FeedbackWords {
  const afterwards = asksForDetails(feedback) ? AFTER_BOTH.difficult : AFTER_BOTH.easy;
  return {
    heading: HEADINGS[feedback],
    paragraphs: [attempt === 1 ? SECOND_APPLICATOR[feedback] : afterwards],
  };
}
