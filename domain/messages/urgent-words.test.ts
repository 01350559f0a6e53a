import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { concernOf } from './concern.ts';
import { bodyUrgencyOf, judge, urgencyOf } from './urgent-words.ts';

const page = readFileSync(join(import.meta.dirname, 'urgent-words.table.md'), 'utf8');
const ROW = /^\| (none|mild|hard-time|strong|loss|self-harm) \| (.+) \|$/gm;
const rowsIn = (text: string) =>
  [...text.matchAll(ROW)].map(([, level, sentence]) => [sentence!, level!] as const);

test('the table has at least 150 sentences, each once, at every level', () => {
  const rows = rowsIn(page);
  expect(rows.length).toBeGreaterThanOrEqual(150);
  expect(new Set(rows.map(([sentence]) => sentence)).size).toBe(rows.length);
  for (const level of ['none', 'mild', 'strong', 'loss', 'self-harm'] as const)
    expect(rows.filter((row) => row[1] === level).length).toBeGreaterThan(20);
  expect(page.match(/^\| .*\|$/gm)!.filter((line) => !line.includes('Level'))).toHaveLength(rows.length);
});

describe.each(
  page
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), rowsIn(part)] as const),
)('%s', (_heading, rows) => {
  test.each(rows)('“%s” shows %s', (sentence, level) => {
    expect(urgencyOf(sentence) ?? 'none').toBe(level);
  });

  test.each(rows.filter(([, level]) => level !== 'none'))(
    '“%s” is found among other sentences, and in capitals',
    (sentence, level) => {
      const inside = urgencyOf(
        `Hi Marisol. Thank you for the kit.\n${sentence.toUpperCase()}\nTalk soon, Robin`,
      );
      expect(inside).toBe(level);
    },
  );
});

test('a physical symptom is found even next to self-harm words', () => {
  expect(bodyUrgencyOf('I am bleeding heavily and I want to kill myself.')).toBe('strong');
  expect(bodyUrgencyOf('I want to kill myself.')).toBeNull();
});

test('a loss is found even next to what is more urgent', () => {
  expect(judge('I think I lost the baby and I am bleeding heavily.').isLoss).toBe(true);
  expect(urgencyOf('I lost the baby and I am bleeding heavily.')).toBe('strong');
  expect(judge('I lost my baby and I want to die.').isLoss).toBe(true);
  expect(judge('I am bleeding heavily.').isLoss).toBe(false);
});

test('a long nonsense text takes no extra time', () => {
  const words = 'no not pain so very bleed a lot of the pad my temp 99 '.repeat(80).slice(0, 4000);
  const start = performance.now();
  urgencyOf(words);
  urgencyOf('a'.repeat(4000));
  urgencyOf('pain '.repeat(800));
  expect(performance.now() - start).toBeLessThan(1000);
});

test('the team’s item follows the level: mild words are an ordinary message', () => {
  expect(concernOf('I have a strong pain on one side')).toBe('urgent');
  expect(concernOf('I am spotting')).toBeNull();
  expect(concernOf('I lost the baby last night')).toBe('loss');
  expect(concernOf('I lost the baby and I am bleeding heavily')).toBe('urgent');
  expect(concernOf('I lost the baby', 'support')).toBe('loss');
  expect(concernOf('I can’t stop crying')).toBeNull();
  expect(concernOf('I want to die')).toBe('self-harm');
  expect(concernOf('When will my kit arrive?')).toBeNull();
  expect(concernOf('Please call', 'call')).toBe('call-me');
  expect(concernOf('It is a lot', 'support')).toBe('hard-time');
  expect(concernOf('I need an answer today.', 'answer-today')).toBe('answer-today');
  expect(concernOf('I fainted', 'support')).toBe('urgent');
});
