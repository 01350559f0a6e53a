import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALLOWED, HABITS, HABITS_IN_CODE, HABITS_IN_DOCS } from './words/habits.ts';
import { AREAS as PATHS, commentsIn, titlesIn, wordsIn, wordsOf, type Area } from './words/read-by-people.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

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

test('every folder in the lists exists, and every folder of domain is in one of them', () => {
  const folders = AREAS.flatMap((area) => PATHS[area].flatMap(foldersOf));
  expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  const domain = readdirSync(join(ROOT, 'domain'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const listed = new Set([...PATHS.patient, ...PATHS.team].flatMap(foldersOf));
  expect(domain.map(({ name }) => `domain/${name}`).filter((folder) => !listed.has(folder))).toEqual([]);
});

/** The folders before the first star of a pattern, one for each of its alternatives. */
function foldersOf(pattern: string): string[] {
  const [fixed] = pattern.split(/\/?\*/);
  const choice = /\{([^}]*)\}/.exec(fixed!);
  return choice
    ? choice[1]!.split(',').flatMap((one) => foldersOf(fixed!.replace(choice[0], one)))
    : [fixed!];
}

test('a page of more than 250 lines begins with its table of contents', () => {
  const pages = globSync('{*.md,docs/**/*.md,supabase/schemas/**/*.md}', { cwd: ROOT }).filter(
    (page) => page !== 'CHANGELOG.md' && read(page).split('\n').length > 250,
  );
  expect(pages.length).toBeGreaterThan(4);
  for (const page of pages) {
    const [beginning = '', ...sections] = read(page).split(/^## /m);
    const listed = [...beginning.matchAll(/^- \[.+\]\(#(.+)\)/gm)].map(([, place]) => place!);
    const headings = sections.map((section) => section.split('\n')[0]!);
    expect(listed, page).toEqual(headings.map(anchor));
  }
});

/** As GitHub makes it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s_-]/gu, '')
    .replaceAll(' ', '-');

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
  expect(wordsIn('a.md', '<!-- bench: a -->\n\nBeside\n\n<!-- /bench -->\n\nAfter it')).toEqual(['After it']);
  const html =
    '<style>p {}</style><p class="a b">It stands\n below</p><!-- at once --><a href="b c">Go on</a>';
  expect(wordsIn('a.html', html)).toEqual(['It stands below', 'Go on']);
  expect(wordsIn('a.yml', '# At once\njobs:\n  - name: Go on\n    run: go on\n')).toEqual(['Go on']);
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
