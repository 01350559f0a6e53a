import { expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { defaultContacts } from './contacts.ts';

const DEMO = readSettings({});

test('demo patients without their own coach reach the demo’s first coach', () => {
  expect(defaultContacts(DEMO, { clinicPhone: '555 0100' })).toEqual({
    coachEmail: 'coach@example.com',
    coachName: 'Marisol Vega',
    coachBio: expect.stringContaining('Marisol'),
    coachPortrait: 'coach',
  });
});

test('no demo person is named without demo data, or if the clinic names its own coach', () => {
  expect(defaultContacts(readSettings({ DEMO_DATA: 'false' }), {})).toEqual({});
  for (const set of [{ coachName: 'Jo Park' }, { coachEmail: 'jo@clinic.example' }])
    expect(defaultContacts(DEMO, set)).toEqual({});
});
