import { expect, test } from 'vitest';
import { logWords, reasonGiven } from './log-words.ts';

test.each([
  ['read', 'care_record', 'Opened or changed the care record'],
  ['read', 'consents', 'Opened consents'],
  ['update', 'appointments', 'Changed calls'],
  ['delete', 'coach_assignments', 'Removed assigned coach'],
  ['read', 'summary', 'Viewed in list'],
  ['insert', 'record_openings', 'Opened the record with a reason'],
  ['update', 'team_role', 'Changed the role'],
  ['read', 'administrative_items', 'Viewed on Today'],
  ['insert', 'attention_decisions', 'Closed or reassigned an item'],
  ['read', 'refused_not_allowed', 'Access denied'],
  ['update', 'email_change', 'Agreed to change the email address'],
  ['read', 'something_new', 'Opened part of the record'],
] as const)('%s of %s reads “%s”', (action, kind, words) => {
  expect(logWords({ action, kind })).toBe(words);
});

test('a reason is shown in the words it was given in', () => {
  expect(reasonGiven('cover')).toBe('Covering for a colleague');
  expect(reasonGiven('new-one')).toBe('Another reason');
});
