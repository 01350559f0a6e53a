import { describe, expect, test } from 'vitest';
import { CYCLE, CYCLE_ASK_COACH } from '@domain/copy/cycle.ts';
import { SAFETY_OUTCOMES } from '@domain/copy/safety-check.ts';
import { LOG_PERIOD_TITLE } from '@domain/copy/words.ts';
import type { CycleStatus } from '@domain/cycle/cycle-status.ts';
import type { SafetyStatus } from '@domain/safety/safety-status.ts';
import { cardWords } from './card-words.ts';

const DATES: CycleStatus['dates'] = {
  startedOn: '2026-11-10',
  testFrom: '2026-11-18',
  applicators: [],
  likelyOvulation: null,
  likelyFertile: null,
};

const STATUS: CycleStatus = {
  gate: 'ok',
  day: 3,
  levelToday: null,
  next: 'test',
  askCoach: [],
  dates: DATES,
};

const said = (some: Partial<CycleStatus>, safety: SafetyStatus = 'ready') =>
  cardWords({ ...STATUS, ...some }, safety);
const linksOf = (...given: Parameters<typeof said>) => said(...given).links.map(({ label }) => label);

test('before the day it says when to start testing, and if no date may be shown, that it is not yet time', () => {
  expect(said({ next: 'wait-to-test' }).title).toBe('Start testing on November 18');
  const closed = said({ next: 'wait-to-test', gate: 'irregular', dates: null });
  expect(closed.title).toBe('It’s not time to test yet');
  expect(closed.notes).toEqual([
    'The length of your cycles varies by a week or more, so we can’t show dates for you.',
  ]);
});

test('without a period it asks for one, even on the day of an applicator', () => {
  const closed = { gate: 'no-period', day: null, dates: null } as const;
  expect(linksOf({ ...closed, next: 'log-period' })).toEqual([LOG_PERIOD_TITLE]);
  expect(linksOf({ ...closed, next: 'first-applicator' })).toContain(LOG_PERIOD_TITLE);
});

test('on a testing day it links to the form, until there is a result', () => {
  expect(linksOf({ next: 'test' })).toEqual([CYCLE.logTest]);
  expect(linksOf({ next: 'test', levelToday: 'low' })).toEqual([]);
});

describe('the safety check', () => {
  test.each(['check', 'confirm'] as const)('%s: comes first on the day of an applicator', (safety) => {
    expect(linksOf({ next: 'first-applicator' }, safety)[0]).toBe(CYCLE.safetyCheck);
  });

  test('is due before the first applicator, and later before the next', () => {
    expect(said({ next: 'first-applicator' }, 'check').notes).toContain(CYCLE.safetyCheckDue);
    for (const next of ['applicator-tomorrow', 'second-applicator'] as const)
      expect(said({ next }, 'check').notes).toEqual([CYCLE.safetyCheckNext]);
  });

  test('is offered with a cycle’s first tests, and not before', () => {
    expect(linksOf({ next: 'test' }, 'check')).toEqual([CYCLE.logTest, CYCLE.safetyCheck]);
    expect(linksOf({ next: 'wait-to-test' }, 'check')).toEqual([]);
    expect(linksOf({ next: 'after-applicators' }, 'check')).toEqual([]);
  });

  test.each(['test', 'wait-to-test', 'after-applicators'] as const)(
    'while it blocks treatment, the card says so and links back to it (%s)',
    (next) => {
      expect(linksOf({ next, levelToday: 'low' }, 'held')).toContain(CYCLE.safetyCheck);
      expect(said({ next }, 'held').notes).toContain(
        'A clinician needs to clear your safety check before you use an applicator.',
      );
    },
  );

  test.each(['first-applicator', 'second-applicator', 'applicator-tomorrow'] as const)(
    'while it is blocked nothing mentions using an applicator (%s)',
    (next) => {
      const { title, text } = said({ next }, 'held');
      expect(title).toBe(CYCLE.held.title);
      expect(text).toBe(SAFETY_OUTCOMES.stop);
    },
  );
});

test('a question for the coach links there', () => {
  const { links, notes } = said({ next: 'after-applicators', askCoach: ['yesterday-unused'] });
  expect(links.at(-1)).toEqual({ to: '/support', label: CYCLE.coach });
  expect(notes.join(' ')).toContain('yesterday’s applicator');
});

test.each(['yesterday-unused', 'second-surge', 'late-peak', 'peak-at-rest'] as const)(
  'the coach comes before an applicator (%s)',
  (reason) => {
    for (const safety of ['ready', 'check', 'confirm'] as const) {
      const { title, text, links } = said({ next: 'second-applicator', askCoach: [reason] }, safety);
      expect(title).toBe('Please ask your coach first');
      expect(text).toBe(CYCLE_ASK_COACH[reason]);
      expect(links[0]).toEqual({ to: '/support', label: CYCLE.coach });
      expect(links.map(({ to }) => to)).toContain('/treatment-day');
    }
    expect(said({ next: 'second-applicator', askCoach: [reason] }, 'held').title).toBe(CYCLE.held.title);
  },
);

test('while a cap is in, the card mentions that and nothing else', () => {
  for (const next of ['applicator-tomorrow', 'after-applicators', 'first-applicator', 'test'] as const) {
    for (const safety of ['ready', 'held'] as const) {
      const words = cardWords({ ...STATUS, next, askCoach: ['yesterday-unused'] }, safety, { isCapIn: true });
      expect(words).toMatchObject({ title: 'Your cap is in', notes: [] });
      expect(words.links).toEqual([{ to: '/treatment-day', label: CYCLE.treatmentDay }]);
      expect(words.text).not.toContain('nothing more');
    }
  }
});

test('an overdue cap is shown as such', () => {
  const words = cardWords(STATUS, 'ready', { isCapIn: true, isCapLate: true });
  expect(words.text).toContain('longer than 5 hours');
});

test('the card asks how the first applicator went until it is reported', () => {
  const tomorrow = (isReported: boolean) =>
    cardWords({ ...STATUS, next: 'applicator-tomorrow' }, 'ready', { isReported }).text;
  expect(tomorrow(false)).toContain('tell us how the first one went');
  expect(tomorrow(true)).toBe('There’s nothing more to do today.');
});

test('after the applicators the card says when a test tells more, and after the third cycle that nothing is left to log', () => {
  const after = (known: Parameters<typeof cardWords>[2]) =>
    cardWords({ ...STATUS, next: 'after-applicators' }, 'ready', known);
  expect(after({ daysSinceUse: 20 }).text).toMatch(
    /^Take a pregnancy test from the first day of a missed period/,
  );
  expect(after({ daysSinceUse: 21 }).text).toMatch(/^It’s been three weeks/);
  expect(after({ isLastOver: true })).toMatchObject({ title: 'Your three cycles are complete', links: [] });
});

test('without a kit a blocked safety check changes nothing: there is nothing to use', () => {
  for (const next of ['first-applicator', 'second-applicator'] as const)
    for (const safety of ['check', 'held', 'ready'] as const)
      for (const kit of ['awaited', 'none'] as const) {
        const words = cardWords({ ...STATUS, next }, safety, { kit });
        expect(words).toMatchObject({ title: 'Your test shows a peak', notes: [] });
        expect(words.links).toHaveLength(1);
      }
});

test('after both applicators the card says that they were used, not that their days have passed', () => {
  const title = (hasUsedBoth: boolean) =>
    cardWords({ ...STATUS, next: 'after-applicators' }, 'ready', { daysSinceUse: 0, hasUsedBoth }).title;
  expect(title(true)).toBe('You’ve used both applicators of this cycle');
  expect(title(false)).toBe('Your applicator days have passed');
});
