import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most of the time a test waits for PostgreSQL, so two share even a machine with two cores well.
    maxWorkers: 2,
    projects: [
      { test: { name: 'domain', include: ['domain/**/*.test.ts'] } },
      {
        plugins: [react()],
        resolve: { tsconfigPaths: true },
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          css: true,
          setupFiles: [
            'web/src/testing/top-layer.ts',
            'web/src/testing/wait-timeout.ts',
            'web/src/toast-failures.ts',
          ],
        },
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
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
