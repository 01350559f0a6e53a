import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPortal } from '../server/portal/build.ts';
import { findQuickBrowser } from './find-browser.ts';
import type { FileTimes, Message } from './testing/messages.ts';
import { commandFor, durationsOf, fitted, nameOf, profileOf, progressLine } from './testing/report.ts';
import type { Failure } from './testing/report.ts';

/**
 * `npm test`: everything that must hold. While it runs, one line shows the progress; only failures print
 * details. At the end it lists failed tests with the command that runs each alone, and one closing line.
 * `--quick` leaves out the browser, `--profile` shows where the seconds went.
 */
const wants = (option: string) => process.argv.includes(option);
const [isQuick, isProfile] = [wants('--quick'), wants('--profile')];

const ROOT = join(import.meta.dirname, '..');
const DURATIONS = join(import.meta.dirname, 'testing/durations.json');
const CACHE = join(ROOT, 'node_modules/.cache');
/** How long a whole run took on this machine, by what was run; in a fresh clone, what it took elsewhere. */
const USUAL = join(CACHE, 'test-seconds.json');
const USUAL_ELSEWHERE = join(import.meta.dirname, 'testing/usual-seconds.json');
const run = isQuick ? 'quick' : 'everything';

const failures: Failure[] = [];
const files: FileTimes[] = [];
const notRun: string[] = [];
const stages = new Map<string, number>();
const running = new Map<string, number>();
let stage = 'build';
let passed = 0;
let postgres: number | null = null;

const begun = performance.now();
const secondsSince = (start: number) => (performance.now() - start) / 1_000;

const numbersIn = (file: string): Record<string, number> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {};
const usual = { ...numbersIn(USUAL_ELSEWHERE), ...numbersIn(USUAL) };

/** `npm test` installs before it starts this; an install that ended earlier belongs to another command. */
function countInstall(): void {
  const { seconds, endedAt } = numbersIn(join(CACHE, 'install.json'));
  if (seconds !== undefined && performance.timeOrigin - endedAt! < 3_000) stages.set('install', seconds);
}

// A terminal has one line that changes; elsewhere, as in CI, there is a line now and then.
const isTerminal = process.stdout.isTTY;
const line = () =>
  progressLine({
    stage,
    passed,
    failed: failures.length,
    files: [...running.keys()],
    seconds: secondsSince(begun),
    usual: usual[run] ?? null,
  });
const CLEAR = '\r\u001B[2K';
const show = () =>
  process.stdout.write(isTerminal ? CLEAR + fitted(line(), process.stdout.columns) : `${line()}\n`);
const showing = setInterval(show, isTerminal ? 500 : 15_000);

/** Prints a program's output above the line. */
function print(text: string): void {
  if (isTerminal) process.stdout.write(CLEAR);
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

function hear(ofStage: 'vitest' | 'stories', message: Message): void {
  if (message.kind === 'postgres') postgres = message.cpu;
  else if (message.kind === 'begun') running.set(message.file, performance.now());
  else {
    running.delete(message.file);
    passed += message.passed;
    for (const name of message.failed) failures.push({ stage: ofStage, file: message.file, name });
    notRun.push(...(message.notRun ?? []));
    if (message.times) files.push(message.times);
  }
}

/** Runs a program to its end; what it says is printed in one piece, if it failed. */
async function exitOf(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  hearing?: (message: Message) => void,
): Promise<number | null> {
  let words = '';
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(hearing ? (['ipc'] as const) : [])],
    env: { ...process.env, ...(isTerminal && { FORCE_COLOR: '1' }), ...env },
  });
  if (hearing) child.on('message', (message) => hearing(message as Message));
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (part: string) => (words += part));
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]; // there may be no such program
  if (code !== 0) print(`\n› ${[command, ...args].join(' ')}\n${words}`);
  return code;
}

async function check(command: string, ...args: string[]): Promise<void> {
  const start = performance.now();
  if ((await exitOf(command, args)) === 0) passed += 1;
  else failures.push({ check: [command, ...args].join(' ') });
  stages.set(`check: ${args.at(-1) === 'types' ? 'types' : command}`, secondsSince(start));
}

/** A runner that fails without a failed test (a crash, an unhandled error) still counts as a failure. */
async function runner(
  ofStage: 'vitest' | 'stories',
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  [stage] = [ofStage];
  const [start, before] = [performance.now(), failures.length];
  const code = await exitOf(command, args, env, (message) => hear(ofStage, message));
  if (code !== 0 && failures.length === before) failures.push({ check: [command, ...args].join(' ') });
  running.clear();
  stages.set(ofStage, secondsSince(start));
}

const vitest = () =>
  runner(
    'vitest',
    'vitest',
    ['run', '--reporter=minimal', '--reporter=./scripts/testing/vitest-reporter.ts'],
    isProfile ? { TEST_PROFILE: 'true' } : {},
  );

/** The short ones, each once: `npm run stories` runs every one at every width. */
const stories = (browser: string) =>
  runner('stories', 'playwright', ['test', '--reporter=./scripts/testing/stories-reporter.ts'], {
    STORIES: 'short',
    CHROMIUM_PATH: browser,
  });

/** The files that the server's and the browser's tests run. Without them, all would fail. */
async function build(): Promise<boolean> {
  try {
    await buildPortal();
    return true;
  } catch (error) {
    print(String(error));
    failures.push({ check: 'npm run build' });
    return false;
  } finally {
    stages.set('build', secondsSince(begun));
  }
}

function keepTimes(): void {
  const times = { ...usual, [run]: Math.round(secondsSince(begun)) };
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(USUAL, JSON.stringify(times));
  if (!isProfile) return;
  writeFileSync(USUAL_ELSEWHERE, `${JSON.stringify(times, null, 2)}\n`);
  writeFileSync(DURATIONS, `${JSON.stringify(durationsOf(files), null, 2)}\n`);
}

async function main(): Promise<void> {
  countInstall();
  const browser = isQuick ? null : findQuickBrowser();
  // Some of them leave a core idle, as does the start of the tests.
  const checks = Promise.all([
    check('oxfmt', '--check'),
    check('oxlint', '--type-aware'),
    check('npm', 'run', '--silent', 'types'),
    check('knip', '--no-config-hints'),
    check('knip', '--production', '--no-config-hints'),
  ]);
  const isBuilt = await build();
  if (isBuilt) await vitest();
  await checks;
  if (isBuilt && browser !== null) await stories(browser);
  clearInterval(showing);
  if (failures.length === 0) keepTimes();
  if (isProfile) print(`\n${profileOf(stages, files, postgres)}\n`);
  if (notRun.length + failures.length > 0) print('');
  for (const reason of notRun) print(`not run: ${reason}`);
  for (const failure of failures) print(`failed: ${nameOf(failure)}\n        ${commandFor(failure)}`);
  print(`\n${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}

await main();
