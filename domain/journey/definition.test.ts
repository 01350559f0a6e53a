import { expect, test } from 'vitest';
import { JOURNEY, findStep, stageById } from './definition.ts';
import { stepsOf } from './outline.ts';
import { TREATMENT } from './stage-3.ts';
import { PHASE_REFERENCE } from './testing-phase-reference.ts';

test.each([
  [1, 'Your Plan', undefined, ['welcome', 'consultation-prep']],
  [2, 'Prepare', undefined, ['optimize', 'consultation']],
  [3, 'Treatment', 3, ['ovulation', 'abstinence', 'applicators', 'testing']],
  [4, 'After Treatment', undefined, ['post-treatment']],
])('stage %i is %s', (number, title, cycles, phases) => {
  const stage = JOURNEY[number - 1];
  expect(stage).toMatchObject({ number, title });
  expect(stage?.numberOfCycles).toBe(cycles);
  expect(stage?.phases.map((phase) => phase.id)).toEqual(phases);
  expect(stage?.phases.map((phase) => phase.number)).toEqual(phases.map((_, index) => index + 1));
});

test('only the coach call redirects, to the before-treatment survey', () => {
  const redirects = JOURNEY.flatMap((stage) => stage.phases)
    .filter((phase) => phase.redirectAfterPath)
    .map((phase) => [phase.id, phase.redirectAfterPath]);
  expect(redirects).toEqual([['consultation', '/before-treatment-survey']]);
});

test('a stage is found by its id, and an unknown id raises Invalid stage ID', () => {
  expect(stageById('treatment')).toBe(TREATMENT);
  expect(() => stageById('stage-9')).toThrow(new Error('Invalid stage ID'));
});

test('treatment steps go through all phases of a cycle before the next one', () => {
  expect(stepsOf(TREATMENT).map(({ phase, cycle }) => `${cycle} ${phase.id}`)).toEqual([
    '1 ovulation',
    '1 abstinence',
    '1 applicators',
    '1 testing',
    '2 ovulation',
    '2 abstinence',
    '2 applicators',
    '2 testing',
    '3 ovulation',
    '3 abstinence',
    '3 applicators',
    '3 testing',
  ]);
});

test('a URL names a step only if the phase exists in that cycle', () => {
  expect(findStep('testing', 2)).toMatchObject({ stage: { number: 3 }, phase: { number: 4 }, cycle: 2 });
  expect(findStep('welcome', null)).toMatchObject({ stage: { number: 1 }, cycle: null });
  expect(findStep('welcome', 1)).toBeNull();
  expect(findStep('testing', null)).toBeNull();
  expect(findStep('testing', 4)).toBeNull();
  expect(findStep('nowhere', null)).toBeNull();
});

test('the database has each phase’s stage, position, cycles and call', () => {
  expect(PHASE_REFERENCE).toEqual([
    { phaseId: 'welcome', stageNumber: 1, phaseNumber: 1, hasCycles: false, callType: null },
    {
      phaseId: 'consultation-prep',
      stageNumber: 1,
      phaseNumber: 2,
      hasCycles: false,
      callType: 'initial-consultation',
    },
    { phaseId: 'optimize', stageNumber: 2, phaseNumber: 1, hasCycles: false, callType: null },
    {
      phaseId: 'consultation',
      stageNumber: 2,
      phaseNumber: 2,
      hasCycles: false,
      callType: 'meet-your-clinical-coach',
    },
    { phaseId: 'ovulation', stageNumber: 3, phaseNumber: 1, hasCycles: true, callType: null },
    { phaseId: 'abstinence', stageNumber: 3, phaseNumber: 2, hasCycles: true, callType: null },
    { phaseId: 'applicators', stageNumber: 3, phaseNumber: 3, hasCycles: true, callType: null },
    { phaseId: 'testing', stageNumber: 3, phaseNumber: 4, hasCycles: true, callType: null },
    {
      phaseId: 'post-treatment',
      stageNumber: 4,
      phaseNumber: 1,
      hasCycles: false,
      callType: 'post-treatment-review',
    },
  ]);
});
