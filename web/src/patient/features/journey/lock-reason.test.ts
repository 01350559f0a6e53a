import { expect, test } from 'vitest';
import { findStep, type PhaseId, type Progress } from '@domain/journey/index.ts';
import { patientAt, pregnant } from '@domain/journey/testing.ts';
import { lockReason } from './lock-reason.ts';

const reason = (progress: Progress, phaseId: PhaseId, cycle: number | null = null) =>
  lockReason(findStep(phaseId, cycle)!, progress);

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
