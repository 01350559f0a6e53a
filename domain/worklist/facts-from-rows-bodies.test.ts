import { usualHours } from '../coach/clinic-hours.ts';
import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { UNSET_CLINIC_ZONE } from '../time/zone.ts';
import { patientFacts, type PatientRows } from './facts-from-rows.ts';

const NOW = instantFromIso('2026-11-18T15:00:00Z');
const ROWS: PatientRows = {
  id: 'patient',
  coachId: null,
  timeZone: 'America/New_York',
  isInTreatment: true,
  pregnancyTests: [],
  events: [],
  ovulationTests: [],
  periods: [{ id: 'begun', at: 0, day: '2026-11-10', kind: 'period' }],
  bodySince: null,
  statedLength: null,
  symptoms: [],
  timers: [],
  applicatorSurveys: [],
  uncertain: [],
  safetyChecks: [],
  calls: [],
  consulted: null,
  followUps: [],
  messagesWaiting: [],
  messagesUnread: [],
  concerns: [],
  spokeAt: null,
  lastLogAt: null,
  lastPhaseAt: null,
};
const testFrom = (rows: Partial<PatientRows>) =>
  patientFacts({ ...ROWS, ...rows }, usualHours(UNSET_CLINIC_ZONE), NOW).testFrom;
const peak = {
  id: 'peak',
  at: instantFromIso('2026-11-12T15:00:00Z'),
  result: 'Peak (Positive LH Surge)',
  takenOn: '2026-11-12',
};

test('testing starts by the current cycle’s period, until a peak is found', () => {
  expect(testFrom({})).toEqual({ id: 'begun', at: instantFromIso('2026-11-16T05:00:00Z') });
  expect(testFrom({ ovulationTests: [peak] })).toBeNull();
});

test('a peak from before the applicator changed hands does not count', () => {
  expect(testFrom({ ovulationTests: [peak], bodySince: '2026-11-13' })?.id).toBe('begun');
});
