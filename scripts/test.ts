import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPortal } from '../server/portal/build.ts';
import { findBrowser } from './find-browser.ts';

/** `npm test`: everything that must hold, cheapest first, and at its end what failed, by name, and one closing line. */
type Outcome = { passed: number; failed: string[] };

type VitestReport = {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

type PlaywrightReport = { stats: { expected: number }; suites: Suite[] };
type Suite = {
  file: string;
  specs: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: Suite[];
};

const reports = mkdtempSync(join(tmpdir(), 'bea-reports-'));

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n› ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

const check = (command: string, ...args: string[]): Outcome =>
  run(command, args) ? { passed: 1, failed: [] } : { passed: 0, failed: [[command, ...args].join(' ')] };

/** A runner that fails without a failed test (a crash, an unhandled error) still counts as a failure. */
function outcome(ok: boolean, report: string, read: (json: never) => Outcome): Outcome {
  try {
    const found = read(JSON.parse(readFileSync(report, 'utf8')) as never);
    return ok || found.failed.length > 0 ? found : { ...found, failed: [`${report} names no failed test`] };
  } catch (error) {
    return { passed: 0, failed: [String(error)] };
  }
}

function vitest(): Outcome {
  const report = join(reports, 'vitest.json');
  const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return outcome(ok, report, ({ numPassedTests, testResults }: VitestReport) => ({
    passed: numPassedTests,
    failed: testResults.filter((file) => file.status === 'failed').flatMap(failedTests),
  }));
}

/** A file that could not be read has no tests to name. */
function failedTests({ name, assertionResults }: VitestReport['testResults'][number]): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return failed.length === 0 ? [name] : failed.map((test) => `${name} › ${test.fullName}`);
}

/** The short ones, each once: `npm run stories` runs every one at every width. */
function stories(browser: string): Outcome {
  const report = join(reports, 'playwright.json');
  const ok = run('playwright', ['test', '--reporter=list,json'], {
    STORIES: 'short',
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return outcome(ok, report, ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected,
    failed: suites.flatMap(failedStories),
  }));
}

function failedStories({ file, specs, suites = [] }: Suite): string[] {
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some((test) => test.status === 'flaky'));
  return [...failed.map(({ title }) => `e2e/${file} › ${title}`), ...suites.flatMap(failedStories)];
}

async function main(): Promise<void> {
  const browser = findBrowser();
  const outcomes = [
    check('oxfmt', '--check'),
    check('oxlint', '--type-aware'),
    check('npm', 'run', '--silent', 'types'),
    check('knip', '--no-config-hints'),
  ];
  await buildPortal();
  outcomes.push(vitest(), stories(browser));
  rmSync(reports, { recursive: true, force: true });
  const passed = outcomes.reduce((sum, { passed: some }) => sum + some, 0);
  const failed = outcomes.flatMap(({ failed: some }) => some);
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exit(failed.length === 0 ? 0 : 1);
}

await main();
