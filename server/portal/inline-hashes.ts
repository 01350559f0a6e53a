import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Hashes } from '../http/security-headers.ts';

const known = new Map<string, { written: number; hashes: Hashes }>();

/**
 * The hashes that let a content security policy allow this page's inline styles and code, and nothing else.
 */
export async function inlineHashes(page: string): Promise<Hashes> {
  const { mtimeMs: written } = await stat(page);
  const before = known.get(page);
  if (before?.written === written) return before.hashes;
  const html = await readFile(page, 'utf8');
  const hashes = {
    styles: hashesOf(html, /<style>([\s\S]*?)<\/style>/g),
    scripts: hashesOf(html, /<script>([\s\S]*?)<\/script>/g),
  };
  known.set(page, { written, hashes });
  return hashes;
}

const hashesOf = (html: string, inline: RegExp): string[] =>
  [...html.matchAll(inline)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
