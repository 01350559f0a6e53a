import react from '@vitejs/plugin-react';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { makeTestsQuick } from './scripts/quick-tests.ts';
import durations from './scripts/testing/durations.json' with { type: 'json' };

makeTestsQuick();

// For `npm test -- --profile`.
const measure = process.env['TEST_PROFILE'] ? ['scripts/testing/measure-file.ts'] : [];

// Longest first, by what they took here the last time, and in a fresh clone by what they took elsewhere:
// one that is started last would leave a core idle. The files of a project come together, as they share a
// worker.
const PROJECTS = ['server', 'web-mocks', 'web', 'domain'];

const placeOf = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const tookOf = ({ project, moduleId }: TestSpecification): number => {
      const file = relative(this.ctx.config.root, moduleId);
      const here = this.ctx.cache.getFileTestResults(`${project.name}:${file}`);
      return here ? here.duration / 1_000 : ((durations as Record<string, number>)[file] ?? 0);
    };
    return files.toSorted((one, other) => placeOf(one) - placeOf(other) || tookOf(other) - tookOf(one));
  }
}

const WEB_TESTS = 'web/src/**/*.test.{ts,tsx}';
// A module that one file replaces stays replaced for the files that share its worker.
const replacingModules = globSync(WEB_TESTS).filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
);

// For a test that hangs, not for one on a busy machine.
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

// Node runs these files as they are: nothing has to be transformed for them, and what `node` itself would refuse is refused here.
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const web = {
  ...timeouts,
  // A patient's device; a machine that runs tests often knows no place.
  env: { TZ: 'America/New_York' },
  environment: 'jsdom',
  css: true,
  setupFiles: [
    ...measure,
    'web/src/testing/top-layer.ts',
    'web/src/testing/wait-timeout.ts',
    'web/src/toast-failures.ts',
  ],
};

export default defineConfig({
  test: {
    // A fifth of the time a test waits, for PostgreSQL or for a limit that is over: three keep a machine with two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Loading everything again for each file took longer than the tests: files share a worker (`isolate:
    // false`) wherever none of them leaves something behind that another could meet.
    projects: [
      {
        test: {
          name: 'domain',
          include: ['domain/**/*.test.ts'],
          setupFiles: measure,
          isolate: false,
          ...native,
          ...timeouts,
        },
      },
      {
        plugins: [react()],
        resolve: { tsconfigPaths: true },
        test: {
          ...web,
          name: 'web',
          include: [WEB_TESTS],
          exclude: replacingModules,
          isolate: false,
          setupFiles: [...web.setupFiles, 'web/src/testing/leave-nothing.ts'],
        },
      },
      {
        plugins: [react()],
        resolve: { tsconfigPaths: true },
        test: { ...web, name: 'web-mocks', include: replacingModules },
      },
      {
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'web/build/**/*.test.ts',
            'supabase/tests/**/*.test.ts',
          ],
          ...timeouts,
          setupFiles: measure,
          globalSetup: ['server/testing/global-setup.ts'],
          isolate: false,
          ...native,
        },
      },
    ],
  },
});
