import { Invitation } from '../contracts/team/invitation.ts';
import { readCsv } from './csv-lines.ts';

/** Used by the page 'Invitations' and by `npm run invite`. */
export const MAX_LIST_PEOPLE = 5_000;
export const MAX_LIST_BYTES = 2_000_000;
export const LIST_HEADER = 'email,first,last,phone';

export type ListedPerson = { line: number; person: Invitation };
export type WrongLine = { line: number; reason: string };
type ReadList = { people: ListedPerson[]; wrong: WrongLine[] };

/** Every line is read with all of these columns. */
const MAX_COLUMNS = 100;
const REQUIRED = LIST_HEADER.split(',').slice(0, 3);

/** The people in a list. A line that can't be used is named with a reason, and the other lines stay. */
export function readInvitationList(csv: string): ReadList {
  const [header, ...lines] = readCsv(csv);
  const names = header?.fields.map((name) => name.toLowerCase()) ?? [];
  const problem = header?.isUnclosed ? UNCLOSED : problemOfHeader(names, lines.length);
  if (problem !== null) return { people: [], wrong: [{ line: 1, reason: problem }] };
  const list: ReadList = { people: [], wrong: [] };
  const lineOf = new Map<string, number>();
  for (const { number: line, fields, isUnclosed } of lines) {
    const input = Object.fromEntries(names.map((name, at) => [name, fields[at] || undefined]));
    const email = input['email']?.toLowerCase() ?? '';
    const earlier = lineOf.get(email);
    const read = Invitation.safeParse(input);
    if (email && earlier === undefined) lineOf.set(email, line);
    if (isUnclosed) list.wrong.push({ line, reason: UNCLOSED });
    else if (fields.slice(names.length).some(Boolean)) list.wrong.push({ line, reason: TOO_MANY });
    else if (read.error) list.wrong.push({ line, reason: invitationProblem(read.error) });
    else if (earlier !== undefined)
      list.wrong.push({ line, reason: `${email} is already on line ${earlier}` });
    else list.people.push({ line, person: read.data });
  }
  return list;
}

const UNCLOSED = 'a quotation mark opens here and never closes';
const TOO_MANY = 'more columns than the header. Put quotation marks around text with a comma in it';

function problemOfHeader(names: string[], people: number): string | null {
  if (names.length > MAX_COLUMNS) return `at most ${MAX_COLUMNS} columns`;
  if (!REQUIRED.every((name) => names.includes(name))) return `the header must be ${LIST_HEADER}`;
  const twice = LIST_HEADER.split(',').find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) return `the column ${twice} is there twice`;
  return people > MAX_LIST_PEOPLE ? `at most ${MAX_LIST_PEOPLE} people in one list` : null;
}

/** 'first is missing; email: Please enter a valid email address' */
export const invitationProblem = ({ issues }: { issues: { path: PropertyKey[]; message: string }[] }) =>
  issues
    .map(({ path, message }) => {
      const field = String(path[0]);
      return message.startsWith(field) ? message : `${field}: ${message}`;
    })
    .join('; ');
