import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const textOf = (path: string) => readFile(join(ROOT, path), 'utf8');

test.each(['@fontsource-variable/figtree', '@fontsource/fraunces', 'lucide-react'])(
  'the license of %s comes with ours, in the words of the version we use',
  async (name) => {
    expect(await textOf('LICENSE')).toContain((await textOf(`node_modules/${name}/LICENSE`)).trim());
  },
);

test('no font comes without its license', async () => {
  const { dependencies } = JSON.parse(await textOf('package.json')) as { dependencies: object };
  const fonts = Object.keys(dependencies).filter((name) => name.startsWith('@fontsource'));
  const license = await textOf('LICENSE');
  expect(fonts.filter((name) => !license.includes(`\n${name}\n`))).toEqual([]);
});
