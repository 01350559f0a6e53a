import type { Line } from './archive.ts';

/** GoTrue finds only users with this instance id. */
const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';
/** Columns that GoTrue fails to read when they are null. */
const EMPTY_TEXT_COLUMNS = [
  'encrypted_password',
  'confirmation_token',
  'recovery_token',
  'email_change',
  'email_change_token_new',
  'email_change_token_current',
];
/** The columns that both versions of auth.users have. A pending change of address is not moved: it is to be requested again. */
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
 * A backup's rows in the form of a Supabase project: the portal's tables unchanged, and users as GoTrue stores them, each
 * with an identity. Sessions, codes, second factors and the server's own tables are left out: everyone signs in again.
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
    } else if ('rows' in line && table && isPortalTable(table.table)) {
      yield line;
    } else if ('sequence' in line && isPortalTable(line.sequence)) {
      yield line;
    }
  }
  yield { table: 'auth.identities', columns: IDENTITY_COLUMNS };
  yield { rows: identities };
}

/** About second factors and sessions, which stay where they are: one server cannot open what the other sealed. */
const NOT_MOVED = new Set(['private.factor_tries', 'private.staff_activity']);

export const isPortalTable = (name: string): boolean =>
  /^(public|private)\./.test(name) && !NOT_MOVED.has(name);

function tableLine(line: TableLine): TableLine | null {
  if (line.table === 'auth.users') {
    return { table: line.table, columns: [...USER_COLUMNS, 'instance_id', ...EMPTY_TEXT_COLUMNS] };
  }
  return isPortalTable(line.table) ? line : null;
}

type Values = Record<string, string | null>;

const valuesOf = ({ columns }: TableLine, row: Cells): Values =>
  Object.fromEntries(columns.map((column, at) => [column, row[at]!]));

const userOf = (user: Values): Cells => [
  ...USER_COLUMNS.map((column) => user[column] ?? null),
  INSTANCE_ID,
  ...EMPTY_TEXT_COLUMNS.map(() => ''),
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
