import { expect, test } from 'vitest';
import { ALLOWED, HABITS, HABITS_IN_CODE, HABITS_IN_DOCS } from './words/habits.ts';
import { AREAS as PATHS, commentsIn, titlesIn, wordsIn, wordsOf, type Area } from './words/read-by-people.ts';

const AREAS = Object.keys(PATHS) as Area[];
const HABITS_OF = { docs: HABITS_IN_DOCS, tests: HABITS_IN_CODE, comments: HABITS_IN_CODE };

test.each(AREAS)('no sentence in the words of %s has a habit that we unlearned', (area) => {
  const words = wordsOf(area);
  const habits = area in HABITS_OF ? HABITS_OF[area as keyof typeof HABITS_OF] : HABITS;
  expect(words.length).toBeGreaterThan(500);
  const found = words.flatMap(({ file, text }) =>
    habits
      .filter(([habit]) => habit.test(withoutAllowed(text)))
      .map(([habit, better]) => `${file}: “${text}” has ${String(habit)}; write: ${better}`),
  );
  expect(found).toEqual([]);
});

test('every allowed phrase still occurs, so that the list does not grow old', () => {
  const texts = AREAS.flatMap(wordsOf).map(({ text }) => text);
  for (const [allowed] of ALLOWED)
    expect(
      texts.some((text) => text.includes(allowed)),
      allowed,
    ).toBe(true);
});

test('the words of a page, a message and a database are found, and code is not', () => {
  const page = `import a from 'at once b';
    // at once
    export const B = <p className="at once">It stands\n below</p>;
    const c = { text: \`Hello \${name}, go on\` };`;
  expect(wordsIn('a.tsx', page)).toEqual(['It stands below', 'Hello …, go on']);
  expect(wordsIn('a.sql', "-- somebody's\nselect 'It''s somebody else', 'kind'")).toEqual([
    "It's somebody else",
  ]);
  expect(wordsIn('a.md', '# At once\n\n```\nsomebody\n```\n')).toEqual(['# At once']);
});

test('the titles of tests and the comments of code are found', () => {
  const source = `// One
    test('a coach sees it', () => undefined);
    test.each([1])('%i of them', () => undefined); /** Two words */
    describe.each(CASES)("it's a group", () => undefined);`;
  expect(titlesIn('a.test.ts', source)).toEqual(['a coach sees it', '%i of them', "it's a group"]);
  expect(commentsIn('a.test.ts', source)).toEqual(['Two words']);
  expect(commentsIn('a.sql', '-- Who reads\ncreate function f() as $$ -- not this one\n$$;')).toEqual([
    'Who reads',
  ]);
});

const withoutAllowed = (text: string) =>
  ALLOWED.reduce((left, [allowed]) => left.replaceAll(allowed, ''), text);
