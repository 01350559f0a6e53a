import react from '@vitejs/plugin-react';
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { makeTestsQuick } from './scripts/quick-tests.ts';

makeTestsQuick();

// Begun last, as in a fresh clone whose runner knows no durations yet, these would leave a core idle for most of a minute.
const LONGEST = ['bench/soak/soak.test.ts', 'server/start.test.ts', 'server/client-shares.test.ts'];

const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const WEB_TESTS = 'web/src/**/*.test.{ts,tsx}';
// A module that one file replaces stays replaced for the files that share its worker.
const replacingModules = globSync(WEB_TESTS).filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
);

// For a test that hangs, not for one on a busy machine.
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

const web = {
  ...timeouts,
  environment: 'jsdom',
  css: true,
  setupFiles: [
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
    // Loading everything anew for each file took longer than the tests: files share a worker (`isolate: false`) wherever none of them
    // leaves something behind that another could meet.
    projects: [
      {
        test: {
          name: 'domain',
          include: ['domain/**/*.test.ts'],
          isolate: false,
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
          globalSetup: ['server/testing/global-setup.ts'],
          isolate: false,
        },
      },
    ],
  },
});
