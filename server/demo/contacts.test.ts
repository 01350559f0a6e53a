import { expect, test } from 'vitest';
import { clinicFor } from './contacts.ts';

test('patients of the demo without a coach of their own reach its first coach', () => {
  expect(clinicFor({ clinic: { contacts: { clinicPhone: '555 0100' } }, demoData: true }).contacts).toEqual({
    coachEmail: 'coach@example.com',
    coachName: 'Marisol Vega',
    coachBio: expect.stringContaining('Marisol'),
    coachPortrait: 'coach',
    clinicPhone: '555 0100',
  });
});

test('nobody of the demo is named without its data, or where a clinic names its own coach', () => {
  expect(clinicFor({ clinic: {}, demoData: false })).toEqual({});
  for (const contacts of [{ coachName: 'Jo Park' }, { coachEmail: 'jo@clinic.example' }])
    expect(clinicFor({ clinic: { contacts }, demoData: true })).toEqual({ contacts });
});
