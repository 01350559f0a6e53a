import { expect, test } from 'vitest';
import { CARE_STATES } from '../care-state/facts.ts';
import { cycleStatus } from './cycle-status.ts';
import { adviceTable } from './testing-advice.ts';
import { daysOfLife } from './testing-life.ts';
import { LIVES } from './testing-lives.ts';

const INTRODUCTION = `# What the portal says, day by day

Invented patients, and what the rules in this folder tell them each day at 8 pm, before that evening’s applicator. Written for a clinical
lead to review. \`advice.test.ts\` fails if a rule no longer matches this table; \`npx vitest run domain/cycle -u\` rewrites
it; then review the difference. Consecutive days with the same advice share a row. All of it is only a guide, and none of it is birth control.
`;

test('each day’s advice matches the table that a clinician read', async () => {
  const table = [INTRODUCTION, ...LIVES.map(adviceTable)].join('\n');
  await expect(table).toMatchFileSnapshot('advice.md');
});

test('the table covers every gate and every action', () => {
  const statuses = LIVES.flatMap(daysOfLife).map(({ facts, day }) => cycleStatus(facts, day));
  expect(statuses.length).toBeGreaterThan(1_000);
  expect(new Set(statuses.map(({ gate }) => gate)).size).toBe(5 + CARE_STATES.length - 1);
  expect(new Set(statuses.map(({ next }) => next)).size).toBe(9);
  expect(new Set(statuses.flatMap(({ askCoach }) => askCoach)).size).toBe(3);
});

test('across the date line, a day that occurs twice reads the same until something is done', () => {
  const [inTokyo, inHonolulu] = LIVES.flatMap(daysOfLife)
    .filter(({ day, zone }) => day === '2026-05-20' && /Tokyo|Honolulu/.test(zone))
    .map(({ facts, day }) => cycleStatus(facts, day));
  expect(inTokyo).toMatchObject({ next: 'first-applicator', day: 11, gate: 'ok' });
  expect(inHonolulu).toEqual(inTokyo);
});
