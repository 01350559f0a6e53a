import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  console.log(`\n› ${command} ${args.join(' ')}`);
  return (await exitOf(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })) === 0;
}

/** Beside others: what it says is printed at its end, in one piece. */
async function check(command: string, ...args: string[]): Promise<Outcome> {
  let words = `\n› ${command} ${args.join(' ')}\n`;
  const code = await exitOf(command, args, { stdio: ['ignore', 'pipe', 'pipe'] }, (part) => (words += part));
  process.stdout.write(words);
  return code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [[command, ...args].join(' ')] };
}

async function exitOf(
  command: string,
  args: string[],
  options: SpawnOptions,
  hear: (part: string) => unknown = () => {},
): Promise<number | null> {
  const child = spawn(command, args, options);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear);
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]; // there may be no such program
  return code;
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
  const ok = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
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
  const ok = await run('playwright', ['test', '--reporter=list,json'], {
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
  // Some of them leave a core idle, as does the start of the tests.
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
  const outcomes = [await vitest(), ...(await checks), await stories(browser)];
  rmSync(reports, { recursive: true, force: true });
  const passed = outcomes.reduce((sum, { passed: some }) => sum + some, 0);
  const failed = outcomes.flatMap(({ failed: some }) => some);
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exit(failed.length === 0 ? 0 : 1);
}

await main();
