import { expect, test } from 'vitest';
import { JOURNEY_OUTLINE } from '@domain/journey/outline.ts';
import { patientAt } from '@domain/journey/testing.ts';
import type { Progress } from '@domain/journey/progress.ts';
import { journeyWords } from './journey-words.ts';

const BEFORE_TREATMENT = JOURNEY_OUTLINE.filter(({ number }) => number < 3)
  .flatMap(({ phases }) => phases)
  .map(({ id }) => ({ phaseId: id, cycleNumber: null }));

/** A patient at the applicators of the first cycle. */
const at = (status: Progress['status']): Progress => ({
  status,
  completed: [
    ...BEFORE_TREATMENT,
    { phaseId: 'ovulation', cycleNumber: 1 },
    { phaseId: 'abstinence', cycleNumber: 1 },
  ],
});

test('in treatment the card names the step', () => {
  expect(journeyWords(null, at('Active'))).toMatchObject({ cycle: 'Cycle 1', phase: 'Use your applicators' });
});

test.each([
  ['paused, or after a loss', at('Paused'), false],
  ['stopped', at('Withdrawn'), false],
  ['not sure what a test shows', at('Active'), true],
])('%s: it names neither a step nor a cycle', (_, progress, rests) => {
  const { cycle, phase } = journeyWords(null, progress, { rests });
  expect(cycle).toBeNull();
  expect(phase).not.toMatch(/applicator/i);
  // Today already says it.
  expect(phase).not.toMatch(/nothing you need to do/i);
});

test('once a period ended the last cycle, no step is waited for', () => {
  const progress = patientAt('testing', 3);
  expect(journeyWords(null, progress).phase).toBe('Wait, then test');
  expect(journeyWords(null, progress, { isOver: true })).toMatchObject({
    cycle: 'Cycle 3',
    phase: 'Your three cycles are complete.',
  });
});

test('a pregnant patient reads what is next', () => {
  expect(journeyWords(null, at('Pregnant'), { rests: true }).phase).toBe('Your treatment review');
});

test('it names the plan, as the clinic calls it or by default, and the stage by number and title', () => {
  const { programme, title } = journeyWords(null, at('Active'));
  expect(programme).toMatch(/^3-cycle fertility treatment program/);
  expect(title.replaceAll('\u00A0', ' ')).toBe('Stage 3 - Treatment');
  expect(journeyWords('Spring plan', at('Active')).programme).toBe('Spring plan');
  expect(journeyWords(null, { status: 'Active', completed: [] }).cycle).toBeNull();
});
