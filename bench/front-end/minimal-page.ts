import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { slowFileServer, type SlowServer } from './slow-proxy.ts';

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Builds the minimal page as our own is built, in memory, and serves it through a slow server. */
export async function openMinimalPage(): Promise<SlowServer & { gzipBytes: number }> {
  const built = (await build({
    root: join(import.meta.dirname, 'minimal-page'),
    configFile: false,
    logLevel: 'error',
    build: { write: false, modulePreload: { polyfill: false }, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput;
  const files = new Map(
    built.output.map((file) => {
      const gzip = gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 });
      return [`/${file.fileName}`, { type: TYPES[file.fileName.split('.').at(-1)!] ?? '', gzip }];
    }),
  );
  const code = [...files].filter(([path]) => /\.(js|css)$/.test(path));
  const gzipBytes = code.reduce((sum, [, { gzip }]) => sum + gzip.length, 0);
  return { ...(await slowFileServer(files, 'minimal')), gzipBytes };
}
