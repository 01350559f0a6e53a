import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Line, listOf, Page, sentList } from './sizes.ts';

test('text that is too long for a response is cut between two characters, and says so', () => {
  expect(Line.parse('a'.repeat(500))).toBe('a'.repeat(500));
  expect(Line.parse('a'.repeat(501))).toBe(`${'a'.repeat(499)}…`);
  expect(Line.parse('😀'.repeat(251))).toBe(`${'😀'.repeat(249)}…`);
  expect(Line.parse(`a${'😀'.repeat(250)}`)).toBe(`a${'😀'.repeat(249)}…`);
  expect(Page.parse('a'.repeat(300_000))).toHaveLength(250_000);
});

test('if a list is too long for a response, its first items are sent', () => {
  expect(listOf(z.number(), 2).parse([1, 2, 3])).toEqual([1, 2]);
});

test('nothing in a list is left out silently', () => {
  expect(sentList(z.number(), 2).safeParse([1, 2, 3]).success).toBe(false);
});
