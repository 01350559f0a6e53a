import { expect, test } from 'vitest';
import { MAX_LIST_PEOPLE, readInvitationList } from './invitation-list.ts';

const HEADER = 'email,first,last,phone';
const read = (...lines: string[]) => readInvitationList([HEADER, ...lines].join('\n'));

test('a list from a spreadsheet with a byte order mark, semicolons and quotes is read', () => {
  const list = readInvitationList(
    '\uFEFFEmail;First;Last;Phone\r\nROBIN@example.com;"Robin ""Bo""";"Castellano; Jr.";+1 555 0100\r\n\r\n',
  );
  expect(list).toEqual({
    people: [
      {
        line: 2,
        person: {
          email: 'robin@example.com',
          first: 'Robin "Bo"',
          last: 'Castellano; Jr.',
          phone: '+1 555 0100',
        },
      },
    ],
    wrong: [],
  });
});

test('each wrong line is named with its reason, and the others stay', () => {
  const { people, wrong } = read(
    'one@example.com,One,Person,+1 555 0100',
    'not-an-address,Two,Person,',
    'three@example.com,,Person,',
    'four@example.com,Four,Person,call me',
    'ONE@example.com,One,Again,',
    'six@example.com,Six,Castellano, Jr.,',
    'seven@example.com,Seven,"Person',
  );
  expect(people.map(({ person }) => person.email)).toEqual(['one@example.com']);
  expect(wrong).toEqual([
    { line: 3, reason: 'email: Please enter a valid email address' },
    { line: 4, reason: 'first is missing' },
    { line: 5, reason: 'phone must be a number such as +1 555 0100' },
    { line: 6, reason: 'one@example.com is already on line 2' },
    // The unquoted comma split 'Jr.' into a column of its own.
    { line: 7, reason: 'phone must be a number such as +1 555 0100' },
    { line: 8, reason: 'a quotation mark opens here and never closes' },
  ]);
});

test('a line with more columns than the header is not cut short in silence', () => {
  const { people, wrong } = readInvitationList('email,first,last\none@example.com,One,Castellano, Jr.');
  expect(people).toEqual([]);
  expect(wrong).toEqual([
    { line: 2, reason: 'more columns than the header. Put quotation marks around text with a comma in it' },
  ]);
});

test.each([
  ['nothing', '', `the header must be ${HEADER}`],
  ['no header', 'one@example.com,One,Person', `the header must be ${HEADER}`],
  ['a column twice', 'email,first,last,email', 'the column email is there twice'],
  ['too many columns', `email,first,last${',more'.repeat(98)}`, 'at most 100 columns'],
  [
    'too many people',
    `email,first,last\n${'a@example.com,A,B\n'.repeat(MAX_LIST_PEOPLE + 1)}`,
    'at most 5000 people in one list',
  ],
])('a list with %s is refused whole', (_, csv, reason) => {
  expect(readInvitationList(csv)).toEqual({ people: [], wrong: [{ line: 1, reason }] });
});

test('columns named like parts of an object are only columns', () => {
  const { people } = readInvitationList(
    'email,first,last,__proto__,constructor\none@example.com,One,Person,evil,evil',
  );
  expect(people).toEqual([{ line: 2, person: { email: 'one@example.com', first: 'One', last: 'Person' } }]);
});

test('lines that turn text around or break it are refused, and a formula stays text', () => {
  const { people, wrong } = read(
    'one@example.com,"One\nBcc: all@example.com",Person,',
    'two@example.com,Two,Per\u202eson,',
    `three@example.com,"=HYPERLINK(""https://evil.example"")",+Person,`,
  );
  expect(wrong.map(({ reason }) => reason)).toEqual([
    'first has a line break or an invisible character',
    'last has a line break or an invisible character',
  ]);
  expect(people.map(({ person }) => person.first)).toEqual(['=HYPERLINK("https://evil.example")']);
});
