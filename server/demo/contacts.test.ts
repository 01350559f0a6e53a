import { expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { defaultContacts } from './contacts.ts';
import { demoSettings } from './settings.ts';

const DEMO = readSettings({});

test('demo patients without their own coach reach the demo’s first coach', () => {
  expect(defaultContacts(DEMO, { clinicPhone: '555 0100' })).toEqual({
    coachEmail: 'coach@example.com',
    coachName: 'Marisol Vega',
    coachBio: expect.stringContaining('Marisol'),
    coachPortrait: 'coach',
  });
});

test('the demo’s clinic names its first coach on the page ‘Clinic’, and keeps the picture', () => {
  const set = demoSettings({});
  expect(set).toMatchObject({
    coachName: 'Marisol Vega',
    clinicPhone: expect.stringMatching(/^\+1 212 555 01/),
  });
  expect(defaultContacts(DEMO, set)).toMatchObject({ coachPortrait: 'coach' });
  expect(demoSettings({ clinicPhone: '+44 20 7946 0000' })).toEqual({ clinicTimeZone: 'America/New_York' });
});

test('no demo person is named without demo data, or if the clinic names its own coach', () => {
  expect(defaultContacts(readSettings({ DEMO_DATA: 'false' }), {})).toEqual({});
  for (const set of [{ coachName: 'Jo Park' }, { coachEmail: 'jo@clinic.example' }])
    expect(defaultContacts(DEMO, set)).toEqual({});
});
