import { expect, test } from 'vitest';
import { findStep, type PhaseId, type Progress } from '@domain/journey/index.ts';
import { patientAt, pregnant } from '@domain/journey/testing.ts';
import { lockReason } from './lock-reason.ts';

const reason = (progress: Progress, phaseId: PhaseId, cycle: number | null = null, asks = true) =>
  lockReason(findStep(phaseId, cycle)!, progress, asks);

test('the phase a patient is at, and those behind, have no reason', () => {
  expect(reason(patientAt('optimize'), 'optimize')).toBeNull();
  expect(reason(patientAt('optimize'), 'welcome')).toBeNull();
});

test('each lock says what opens it', () => {
  expect(reason(patientAt('welcome'), 'consultation-prep')).toMatch('“Welcome to your plan” is complete');
  expect(reason(patientAt('welcome'), 'ovulation', 1)).toMatch('when you reach stage 3');
  expect(reason(patientAt('ovulation', 1), 'ovulation', 2)).toMatch('every phase of cycle 1');
  expect(reason(patientAt('ovulation', 2), 'testing', 2)).toMatch('“Track your ovulation” is complete');
});

test('nobody who is pregnant is told to finish a treatment phase', () => {
  expect(reason(pregnant(patientAt('ovulation', 2)), 'testing', 2)).toBe(
    'You do not need this phase any more.',
  );
});

test('outside treatment a phase of it can be read and asks for nothing, complete or not', () => {
  const paused = patientAt('testing', 1);
  for (const phase of ['ovulation', 'testing'] as const) {
    expect(reason(paused, phase, 1, false)).toMatch('Nothing here is asked of you now');
  }
  expect(reason(patientAt('optimize'), 'optimize', null, false)).toBeNull();
  expect(reason(pregnant(paused), 'testing', 1, false)).toBe('You do not need this phase any more.');
});
