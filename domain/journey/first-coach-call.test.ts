import { expect, test } from 'vitest';
import { isFirstCoachCallOpen } from './first-coach-call.ts';
import { NEW_PATIENT, patientAt } from './testing.ts';

const NONE = { callsHeld: [], callsAhead: [] };
const FIRST = ['meet-your-clinical-coach'];
const SUPPORT = ['clinical-coach-support-call'];

test.each([
  ['before the consultation', NEW_PATIENT, NONE, false],
  ['while the kit is on its way', patientAt('optimize'), NONE, true],
  ['when the coach call is next', patientAt('consultation'), NONE, true],
  ['with a support call booked', patientAt('consultation'), { ...NONE, callsAhead: SUPPORT }, true],
  ['with the coach call booked', patientAt('consultation'), { ...NONE, callsAhead: FIRST }, false],
  ['with the coach call held', patientAt('consultation'), { ...NONE, callsHeld: FIRST }, false],
  ['in treatment', patientAt('ovulation', 1), NONE, false],
] as const)('the first call with the coach is open %s: %s', (_, progress, calls, isOpen) => {
  expect(isFirstCoachCallOpen(progress, calls)).toBe(isOpen);
});
