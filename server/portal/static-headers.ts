import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contentPolicy,
  type Hashes,
  PAGE_HEADERS,
  permissions,
  socketOrigin,
  TLS_ONLY,
} from '../http/security-headers.ts';
import { inlineHashes } from './inline-hashes.ts';

export const YEAR = 'public, max-age=31536000, immutable';

/**
 * Writes the headers that a static host has to send into the folder that it serves: `_headers`, as Netlify and Cloudflare
 * Pages read it. Both apply one policy to all pages, so it names the styles and the code of each.
 */
export async function writeStaticHeaders(folder: string, supabaseUrl: string): Promise<string> {
  const connections = [new URL(supabaseUrl).origin, socketOrigin(supabaseUrl)];
  const policy = contentPolicy(connections, await allHashes(folder));
  const rules = {
    '/*': { 'Content-Security-Policy': policy, ...PAGE_HEADERS, ...TLS_ONLY },
    '/assets/*': { 'Cache-Control': YEAR },
    // In addition to the rule for all paths: one host applies the last rule, the other sends both headers, and browsers
    // apply the last.
    '/call/*': { 'Permissions-Policy': permissions('self') },
    '/team/calls/*': { 'Permissions-Policy': permissions('self') },
  };
  const lines = Object.entries(rules).map(([path, headers]) =>
    Object.entries(headers).reduce((block, [name, value]) => `${block}\n  ${name}: ${value}`, path),
  );
  await writeFile(join(folder, '_headers'), `${lines.join('\n')}\n`);
  return policy;
}

async function allHashes(folder: string): Promise<Hashes> {
  const pages = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.html'));
  const hashes = await Promise.all(pages.map((page) => inlineHashes(join(folder, page))));
  const all = (of: keyof Hashes) => [...new Set(hashes.flatMap((each) => each[of]))].sort();
  return { styles: all('styles'), scripts: all('scripts') };
}
