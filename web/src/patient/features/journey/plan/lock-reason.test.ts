import { expect, test } from 'vitest';
import { findStep } from '@domain/journey/definition.ts';
import type { PhaseId } from '@domain/journey/types.ts';
import type { Progress } from '@domain/journey/progress.ts';
import { patientAt, pregnant } from '@domain/journey/testing.ts';
import { lockReason } from './lock-reason.ts';

const reason = (progress: Progress, phaseId: PhaseId, cycle: number | null = null, asks = true) =>
  lockReason(findStep(phaseId, cycle)!, progress, asks);

test('the current phase, and earlier ones, have no lock reason', () => {
  expect(reason(patientAt('optimize'), 'optimize')).toBeNull();
  expect(reason(patientAt('optimize'), 'welcome')).toBeNull();
});

test('each lock says what opens it', () => {
  expect(reason(patientAt('welcome'), 'consultation-prep')).toMatch('“Welcome to your plan” is complete');
  expect(reason(patientAt('welcome'), 'ovulation', 1)).toMatch('when you reach stage 3');
  expect(reason(patientAt('ovulation', 1), 'ovulation', 2)).toMatch('every phase of cycle 1');
  expect(reason(patientAt('ovulation', 2), 'testing', 2)).toMatch('“Track your ovulation” is complete');
});

test('no pregnant patient is told to finish a treatment phase', () => {
  expect(reason(pregnant(patientAt('ovulation', 2)), 'testing', 2)).toBe('You no longer need this phase.');
});

test('outside treatment its phases can be read and ask for nothing, complete or not', () => {
  const paused = patientAt('testing', 1);
  for (const phase of ['ovulation', 'testing'] as const) {
    expect(reason(paused, phase, 1, false)).toMatch('There’s nothing you need to do here right now');
  }
  expect(reason(patientAt('optimize'), 'optimize', null, false)).toBeNull();
  expect(reason(pregnant(paused), 'testing', 1, false)).toBe('You no longer need this phase.');
});
