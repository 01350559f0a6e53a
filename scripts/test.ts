import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPortal } from '../server/portal/build.ts';
import { findBrowser } from './find-browser.ts';

/** `npm test`: everything that must hold, cheapest first, and one closing line. */
type Count = { passed: number; failed: number };

const reports = mkdtempSync(join(tmpdir(), 'bea-reports-'));

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n› ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

const check = (command: string, ...args: string[]): Count =>
  run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** A runner that fails without a failed test (a crash, an unhandled error) still counts as a failure. */
function counted(ok: boolean, report: string, read: (json: never) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(report, 'utf8')) as never);
    return ok || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function vitest(): Count {
  const report = join(reports, 'vitest.json');
  const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return counted(ok, report, (json: { numPassedTests: number; numFailedTests: number }) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
  }));
}

/** The short ones, each once: `npm run stories` runs every one at every width. */
function stories(browser: string): Count {
  const report = join(reports, 'playwright.json');
  const ok = run('playwright', ['test', '--reporter=list,json'], {
    STORIES: 'short',
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return counted(
    ok,
    report,
    ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    }),
  );
}

async function main(): Promise<void> {
  const browser = findBrowser();
  const counts = [
    check('oxfmt', '--check'),
    check('oxlint', '--type-aware'),
    check('npm', 'run', '--silent', 'types'),
    check('knip', '--no-config-hints'),
  ];
  await buildPortal();
  counts.push(vitest(), stories(browser));
  rmSync(reports, { recursive: true, force: true });
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

await main();
