import { expect, test } from 'vitest';
import { CARE_STATES } from '../care-state/facts.ts';
import { cycleStatus } from './cycle-status.ts';
import { adviceTable } from './testing-advice.ts';
import { daysOfLife } from './testing-life.ts';
import { LIVES } from './testing-lives.ts';

const INTRODUCTION = `# What the portal says, day by day

Invented patients, and what the rules in this folder say on each of their days at 8 pm, before an applicator of that evening. For a clinical
lead to read and judge. \`advice.test.ts\` fails when a rule says something else than this table; \`npx vitest run domain/cycle -u\` writes it
anew, and whoever does so reads the difference. Days that say the same stand in one row. Everything is a guide, not a certainty, and not contraception.
`;

test('the advice of every day is what the table says that a clinician read', async () => {
  const table = [INTRODUCTION, ...LIVES.map(adviceTable)].join('\n');
  await expect(table).toMatchFileSnapshot('advice.md');
});

test('the table has every gate and everything to be done in it', () => {
  const statuses = LIVES.flatMap(daysOfLife).map(({ facts, day }) => cycleStatus(facts, day));
  expect(statuses.length).toBeGreaterThan(1_000);
  expect(new Set(statuses.map(({ gate }) => gate)).size).toBe(5 + CARE_STATES.length - 1);
  expect(new Set(statuses.map(({ next }) => next)).size).toBe(9);
  expect(new Set(statuses.flatMap(({ askCoach }) => askCoach)).size).toBe(3);
});

test('on the way across the date line a day comes twice and says the same until something is done', () => {
  const [inTokyo, inHonolulu] = LIVES.flatMap(daysOfLife)
    .filter(({ day, zone }) => day === '2026-05-20' && /Tokyo|Honolulu/.test(zone))
    .map(({ facts, day }) => cycleStatus(facts, day));
  expect(inTokyo).toMatchObject({ next: 'first-applicator', day: 11, gate: 'ok' });
  expect(inHonolulu).toEqual(inTokyo);
});
