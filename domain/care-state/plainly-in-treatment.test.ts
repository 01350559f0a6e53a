import { expect, test } from 'vitest';
import { OVULATION_RESULTS } from '../results/ovulation.ts';
import { PREGNANCY_RESULTS } from '../results/pregnancy.ts';
import { isPlainlyInTreatment } from './plainly-in-treatment.ts';

const plain = (...results: string[]) =>
  isPlainlyInTreatment({ results: results.map((result) => ({ result })), events: [] });

test('a patient who reported nothing and has only negative tests is simply in treatment', () => {
  expect(plain()).toBe(true);
  expect(plain(...OVULATION_RESULTS, 'negative')).toBe(true);
  expect(PREGNANCY_RESULTS.filter((result) => !plain(result, 'negative'))).toEqual(['positive', 'unclear']);
  expect(isPlainlyInTreatment({ results: [], events: ['pause'] })).toBe(false);
});
