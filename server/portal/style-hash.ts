import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

const known = new Map<string, { written: number; hash: string | null }>();

/** The hash by which a content security policy allows the inline styles of this page; null if it has none. */
export async function styleHash(page: string): Promise<string | null> {
  const { mtimeMs: written } = await stat(page);
  const before = known.get(page);
  if (before?.written === written) return before.hash;
  const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(await readFile(page, 'utf8')) ?? [];
  const hash = styles === undefined ? null : `sha256-${createHash('sha256').update(styles).digest('base64')}`;
  known.set(page, { written, hash });
  return hash;
}
