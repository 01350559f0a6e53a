import { beforeEach, expect, test } from 'vitest';
import { hasAskedForCode, noteCodeRequest, noteCodeUsed, openCodeSentAt } from './code-requests.ts';

const MINUTE = 60_000;
const noon = Date.parse('2026-11-15T12:00:00Z');

beforeEach(() => localStorage.clear());

test('a code request counts for an hour, for that address, however it is written', async () => {
  await noteCodeRequest('Robin@Example.com', noon);
  expect(await hasAskedForCode('robin@example.com', noon + 59 * MINUTE)).toBe(true);
  expect(await hasAskedForCode('robin@example.com', noon + 60 * MINUTE)).toBe(false);
  expect(await hasAskedForCode('theo@example.com', noon)).toBe(false);
});

test('a clock that was set back does not lengthen the hour', async () => {
  await noteCodeRequest('robin@example.com', noon);
  expect(await hasAskedForCode('robin@example.com', noon - MINUTE)).toBe(false);
});

test('trying two addresses counts as a request for both, and old requests are forgotten', async () => {
  await noteCodeRequest('old@example.com', noon - 61 * MINUTE);
  await noteCodeRequest('robin@example.com', noon - MINUTE);
  await noteCodeRequest('theo@example.com', noon);
  expect(await hasAskedForCode('robin@example.com', noon)).toBe(true);
  expect(await hasAskedForCode('theo@example.com', noon)).toBe(true);
  expect(Object.keys(JSON.parse(localStorage.getItem('bea-code-requests')!))).toHaveLength(2);
});

test('the address itself is not kept', async () => {
  await noteCodeRequest('robin@example.com', noon);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('robin');
});

test('what someone else wrote there counts for nothing', async () => {
  localStorage.setItem('bea-code-requests', '[');
  expect(await hasAskedForCode('robin@example.com', noon)).toBe(false);
});

test('a code leads to its field for ten minutes, until used; a link is still recognized for an hour', async () => {
  await noteCodeRequest('robin@example.com', noon);
  expect(await openCodeSentAt('Robin@example.com', noon + 9 * MINUTE)).toBe(noon);
  expect(await openCodeSentAt('robin@example.com', noon + 10 * MINUTE)).toBeNull();
  expect(await openCodeSentAt('theo@example.com', noon)).toBeNull();
  await noteCodeUsed('robin@example.com', noon + MINUTE);
  expect(await openCodeSentAt('robin@example.com', noon + 2 * MINUTE)).toBeNull();
  expect(await hasAskedForCode('robin@example.com', noon + 59 * MINUTE)).toBe(true);
});
