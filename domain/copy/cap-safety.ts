import { URGENT_SIGNS } from '../journey/clinical-copy.ts';

/** For a cap that has been in too long. */
export const CAP_TOO_LONG = {
  /** After the patient has confirmed that it is out. */
  out: 'The cap was in for more than 5 hours. Please let your coach know.',
  advice:
    'The cap should come out by 5 hours at the latest. If it is still in, wash your hands and remove it now by its string. If you can’t reach the string or it does not come out, contact your coach right away.',
  /** For when the clinic is closed. */
  unanswered:
    'At night, or if no one answers, do not wait until morning: go to urgent care or the nearest emergency room, and say that a cervical cap has to come out.',
  urgent: URGENT_SIGNS,
};
