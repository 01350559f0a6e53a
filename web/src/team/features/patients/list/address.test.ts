import { expect, test } from 'vitest';
import { changed, queryIn, queryText } from './address.ts';

test('the URL has the function’s own parameters, in one order', () => {
  const query = queryIn('?status=Paused&search=%20ada%20&page=2&utm=x', 'coach');
  expect(queryText(query)).toBe('search=ada&status=Paused&page=2');
});

test('changing a filter goes to the first page, and clearing it removes it from the URL', () => {
  const query = queryIn('search=ada&stage=3&page=2', 'clinician');
  expect(queryText(changed(query, { stage: '' }))).toBe('search=ada');
  expect(queryText(changed(query, { page: '3' }))).toBe('search=ada&stage=3&page=3');
});

test('what an administrator may not ask for is not requested', () => {
  expect(
    queryText(
      queryIn(
        'search=ada&stage=3&cycle=1&status=Paused&attention=needed&sort=last-log&coach=none',
        'administrator',
      ),
    ),
  ).toBe('search=ada&coach=none');
});
