import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

const known = new Map<string, { written: number; hash: string | null }>();

/** How a content security policy names the styles that stand in this page; null where there are none. */
export async function styleHash(page: string): Promise<string | null> {
  const { mtimeMs: written } = await stat(page);
  const before = known.get(page);
  if (before?.written === written) return before.hash;
  const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(await readFile(page, 'utf8')) ?? [];
  const hash = styles === undefined ? null : `sha256-${createHash('sha256').update(styles).digest('base64')}`;
  known.set(page, { written, hash });
  return hash;
}
