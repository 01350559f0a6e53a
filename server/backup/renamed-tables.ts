import type { Line } from './archive.ts';

/** Tables of the server's own, by the names that they had before migrations were folded. */
const RENAMED: Record<string, string> = {
  'portal_server.loose_files': 'portal_server.orphaned_files',
  'portal_server.parcels': 'portal_server.large_payloads',
};

export async function* withTodaysTableNames(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  for await (const line of lines) {
    yield 'table' in line ? { ...line, table: RENAMED[line.table] ?? line.table } : line;
  }
}
