import type { ApplicatorAnswers } from '../../../domain/surveys/applicator-use.ts';
import type { DemoPatient } from '../patients.ts';
import type { Random } from './random.ts';

/** The survey of one applicator, without its day. */
export type Use = { daysAgo: number; cycle: number; answers: Omit<ApplicatorAnswers, 'inseminationDate'> };

/** A more recent one would be another item on Today. */
const SETTLED_DAYS = 3;

const OKAY = [
  'It took me two tries to get the angle right.',
  'Getting the cap in was easy. Reaching the string to take it out took a while.',
  'I spilled a few drops and wasn’t sure if it still counted.',
  'It was a bit uncomfortable when I stood up, and fine after that.',
  'The waiting is longer than it sounds. Next time I’ll have a movie ready.',
  'I had to read step 3 twice. The picture helped.',
  'Easier than I thought, but my hands were shaking.',
];
const HARD = 'The cap slipped twice before it was in the right place.';
const TAKEN = ['Prenatal vitamin', 'Levothyroxine, 50 micrograms', 'An antihistamine for my allergies'];

/** Mostly easy, sometimes with a comment about a problem. */
export function usesOf({ applicators = [], foundDifficult }: DemoPatient, random: Random): Use[] {
  const comments = random.shuffled(OKAY);
  const medication = random.between(0, 3) === 0 ? random.pick(TAKEN) : null;
  return applicators.map(({ daysAgo, cycle }, index) => {
    const isHard = foundDifficult === true && index === applicators.length - 1;
    const isOkay = !isHard && daysAgo > SETTLED_DAYS && random.between(0, 4) === 0;
    return {
      daysAgo,
      cycle,
      answers: {
        medication: medication ? 'Yes' : 'No',
        medicationComment: medication ?? '',
        collectionToInsertion: random.pick(['30 minutes', '30 minutes', 'More than 30 minutes']),
        capWear: random.pick(['3 to 4 hours', '4 to 5 hours', '4 to 5 hours']),
        feedback: isHard
          ? 'Found it difficult'
          : isOkay
            ? 'Okay but had some difficulty'
            : 'Easy and straightforward',
        feedbackComment: isHard ? HARD : isOkay ? comments[index % comments.length]! : '',
      },
    };
  });
}
