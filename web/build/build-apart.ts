import { build, type InlineConfig, type ResolvedConfig, type Rolldown } from 'vite';

type Choices = Pick<InlineConfig, 'plugins'> & {
  rolldownOptions: NonNullable<InlineConfig['build']>['rolldownOptions'];
};

/** Builds something from the portal's sources without sharing its files; nothing is written yet. */
export async function buildApart(
  { root, mode, envDir, resolve: { alias } }: ResolvedConfig,
  { plugins, rolldownOptions }: Choices,
): Promise<Rolldown.RolldownOutput['output']> {
  const built = await build({
    configFile: false,
    root,
    mode,
    envDir,
    logLevel: 'error',
    ...(plugins && { plugins }),
    resolve: { tsconfigPaths: true, alias },
    build: {
      write: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      ...(rolldownOptions && { rolldownOptions }),
    },
  });
  return (built as Rolldown.RolldownOutput).output;
}
