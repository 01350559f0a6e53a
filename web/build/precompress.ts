import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const WORTH_IT = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a .br and a .gz next to every larger text file, so that no request waits for compression. That is
 * half of a build: BUILD_QUICKLY is for tests of anything else.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  if ((await stat(file)).size < WORTH_IT) return;
  const text = await readFile(file);
  const quality = process.env['BUILD_QUICKLY'] ? constants.BROTLI_MIN_QUALITY : constants.BROTLI_MAX_QUALITY;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(text, options)),
    writeFile(`${file}.gz`, await zip(text, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}
