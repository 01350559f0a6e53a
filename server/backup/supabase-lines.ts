import type { Line } from './archive.ts';

/** GoTrue looks for users of this instance alone. */
const INSTANCE = '00000000-0000-0000-0000-000000000000';
/** What GoTrue cannot read when it is null. */
const EMPTY = [
  'encrypted_password',
  'confirmation_token',
  'recovery_token',
  'email_change',
  'email_change_token_new',
  'email_change_token_current',
];
/** What a user is here and there. A change of address under way is begun again. */
export const USER_COLUMNS = [
  'id',
  'aud',
  'role',
  'email',
  'email_confirmed_at',
  'phone',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'created_at',
  'updated_at',
  'is_anonymous',
];

type Cells = (string | null)[];
type TableLine = Extract<Line, { table: string }>;
type RowsLine = Extract<Line, { rows: Cells[] }>;
type SequenceLine = Extract<Line, { sequence: string }>;

/**
 * A backup's rows as a Supabase project takes them: our own tables as they are, and users in GoTrue's form with an identity
 * each. Sessions, codes and the server's own tables stay behind: everybody signs in once more.
 */
export async function* supabaseLines(
  lines: AsyncGenerator<Line>,
): AsyncGenerator<TableLine | RowsLine | SequenceLine> {
  const identities: Cells[] = [];
  let table: TableLine | null = null;
  for await (const line of lines) {
    if ('table' in line) {
      table = line;
      const kept = tableLine(line);
      if (kept) yield kept;
    } else if ('rows' in line && table?.table === 'auth.users') {
      const users = line.rows.map((row) => valuesOf(table!, row));
      identities.push(...users.map(identityOf));
      yield { rows: users.map(userOf) };
    } else if ('rows' in line && table && isOurs(table.table)) {
      yield line;
    } else if ('sequence' in line && isOurs(line.sequence)) {
      yield line;
    }
  }
  yield { table: 'auth.identities', columns: IDENTITY_COLUMNS };
  yield { rows: identities };
}

export const isOurs = (name: string): boolean => /^(public|private)\./.test(name);

function tableLine(line: TableLine): TableLine | null {
  if (line.table === 'auth.users') {
    return { table: line.table, columns: [...USER_COLUMNS, 'instance_id', ...EMPTY] };
  }
  return isOurs(line.table) ? line : null;
}

type Values = Record<string, string | null>;

const valuesOf = ({ columns }: TableLine, row: Cells): Values =>
  Object.fromEntries(columns.map((column, at) => [column, row[at]!]));

const userOf = (user: Values): Cells => [
  ...USER_COLUMNS.map((column) => user[column] ?? null),
  INSTANCE,
  ...EMPTY.map(() => ''),
];

const IDENTITY_COLUMNS = [
  'provider_id',
  'user_id',
  'identity_data',
  'provider',
  'last_sign_in_at',
  'created_at',
  'updated_at',
];

const identityOf = (user: Values): Cells => [
  user['id']!,
  user['id']!,
  JSON.stringify({
    sub: user['id'],
    email: user['email'],
    email_verified: user['email_confirmed_at'] !== null,
    phone_verified: false,
  }),
  'email',
  user['last_sign_in_at']!,
  user['created_at']!,
  user['updated_at']!,
];
