import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildPortal } from '../server/portal/build.ts';
import { findBrowser } from './find-browser.ts';

/** `npm test`: everything that must hold, and at its end what failed, by name, and one closing line. */
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

type Say = (line: string) => unknown;

async function run(command: string, args: string[], say: Say, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  say(`\n› ${command} ${args.join(' ')}`);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', say);
  const [code] = await once(child, 'close').catch((error: unknown) => [error]); // there may be no such program
  return code === 0;
}

/** Others run beside it: what it says is printed at its end, in one piece. */
async function check(command: string, ...args: string[]): Promise<Outcome> {
  const lines: string[] = [];
  const ok = await run(command, args, (line) => lines.push(line));
  console.log(lines.join('\n'));
  return ok ? { passed: 1, failed: [] } : { passed: 0, failed: [[command, ...args].join(' ')] };
}

/** A runner that fails without a failed test (a crash, an unhandled error) still counts as a failure. */
function outcome(ok: boolean, report: string, read: (json: never) => Outcome): Outcome {
  try {
    const found = read(JSON.parse(readFileSync(report, 'utf8')) as never);
    return ok || found.failed.length > 0 ? found : { ...found, failed: [`${report} names no failed test`] };
  } catch (error) {
    return { passed: 0, failed: [String(error)] };
  }
}

async function vitest(): Promise<Outcome> {
  const report = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await run('vitest', args, console.log);
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
async function stories(browser: string): Promise<Outcome> {
  const report = join(reports, 'playwright.json');
  const ok = await run('playwright', ['test', '--reporter=list,json'], console.log, {
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
  // Each of these waits now and then, for a disk, a limit or a page: beside each other they leave no core idle.
  const checks = Promise.all([
    check('oxfmt', '--check'),
    check('oxlint', '--type-aware'),
    check('npm', 'run', '--silent', 'types'),
    check('knip', '--no-config-hints'),
  ]);
  await buildPortal().catch(async (error: unknown) => {
    await checks; // may say why
    throw error;
  });
  const units = vitest();
  const told = checks.then(() => stories(browser));
  const outcomes = [...(await checks), await units, await told];
  rmSync(reports, { recursive: true, force: true });
  const passed = outcomes.reduce((sum, { passed: some }) => sum + some, 0);
  const failed = outcomes.flatMap(({ failed: some }) => some);
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exit(failed.length === 0 ? 0 : 1);
}

await main();
