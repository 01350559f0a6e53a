import { expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import { conversationHolder } from './holder.ts';

const NOW = instantFromIso('2026-11-19T12:00:00Z');
const marisol = (ago: number) => ({ personId: 'marisol', at: NOW - ago });
const sam = (ago: number) => ({ personId: 'sam', at: NOW - ago });

test('a further message goes first to the person who replied last, for 24 hours', () => {
  expect(conversationHolder([marisol(60 * MINUTE)], NOW)).toBe('marisol');
  expect(conversationHolder([marisol(DAY - 1)], NOW)).toBe('marisol');
  expect(conversationHolder([marisol(DAY)], NOW)).toBeNull();
  expect(conversationHolder([], NOW)).toBeNull();
});

test('the later of a reply and a handoff decides', () => {
  expect(conversationHolder([marisol(2 * (60 * MINUTE)), sam(60 * MINUTE)], NOW)).toBe('sam');
  expect(conversationHolder([marisol(60 * MINUTE), sam(2 * (60 * MINUTE))], NOW)).toBe('marisol');
});
