import { expect, test } from 'vitest';
import { progressOf } from './progress-of.ts';

const completed = { data: [] };

test('a patient whose record failed to load is not treated as active, and asked to inseminate again', () => {
  expect(progressOf(completed, { data: undefined })).toBeNull();
});

test('a record read before a failure still counts', () => {
  expect(progressOf(completed, { data: { status: 'Pregnant' } })?.status).toBe('Pregnant');
});

test('a patient without a record is active', () => {
  expect(progressOf(completed, { data: null })?.status).toBe('Active');
});
