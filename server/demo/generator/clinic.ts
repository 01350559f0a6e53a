import { DEMO_PATIENTS } from '../patients.ts';
import type { Clock, Diary } from './calls.ts';
import { lifeOf, type Life } from './life.ts';
import { DETAILS } from './notes.ts';
import { newcomers } from './newcomers.ts';
import { createRandom } from './random.ts';

/** The seed of the demo that `npm start` loads. */
export const DEMO_SEED = 49;

/**
 * All demo patients, with lives that make sense: first the sign-ins of docs/demo.md, then patients who fill
 * the clinic.
 */
export function demoClinic(seed: number, clock: Clock): Life[] {
  const random = createRandom(seed);
  const diary: Diary = new Set();
  const patients = [...DEMO_PATIENTS, ...newcomers(random)];
  const ages = random.shuffled(Array.from({ length: patients.length }, (_, index) => 25 + (index % 18)));
  const details = random.shuffled(DETAILS);
  return patients.map((patient, number) =>
    lifeOf(patient, random, {
      clock,
      diary,
      age: ages[number]!,
      detail: patient.detail ?? details[number % details.length]!,
      number,
    }),
  );
}
