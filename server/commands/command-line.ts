import * as z from 'zod/mini';
import { isDatabaseError, type Database } from '../database/database.ts';

/** An operator's mistake; the message says how to do it right. */
export class CommandProblem extends Error {}

/** For running a command without the portal's settings. */
export const NAME_ITS_SETTINGS = 'Point to its settings with --env-file FILE or PORTAL_ENV.';

/** A command with its options already parsed. Given a database, it returns the lines to print. */
export type Command = (database: Database) => Promise<string[]>;

/** The parsed values, or one problem that lists everything that is wrong, each by its option. */
export function read<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`);
  throw new CommandProblem([...new Set(lines)].join('\n'));
}

/** The database's refusals with a message for people (errors of class PT); null for any other error. */
export const refusalIn = (error: unknown): string | null =>
  isDatabaseError(error) && error.code?.startsWith('PT') ? error.message : null;

export function refuseNoChange(whose: string, changes: Record<string, unknown>): void {
  if (Object.values(changes).some((value) => value !== undefined)) return;
  throw new CommandProblem(`Nothing was named that should change about ${whose}.`);
}

/** Lines with aligned columns. */
export function table(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
