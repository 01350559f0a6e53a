import type { FileTimes } from './messages.ts';

/** A failure: a file's test, a whole file, or a check. */
export type Failure = { file: string; name: string; stage: 'vitest' | 'stories' } | { check: string };

export const nameOf = (failure: Failure): string =>
  'check' in failure ? failure.check : [failure.file, failure.name].filter(Boolean).join(' › ');

/** The command that runs it alone. */
export function commandFor(failure: Failure): string {
  if ('check' in failure) return failure.check.startsWith('npm ') ? failure.check : `npx ${failure.check}`;
  const { file, name, stage } = failure;
  if (stage === 'stories') return `STORIES=short npx playwright test ${file} -g ${quoted(asPattern(name))}`;
  return `npx vitest run ${file}${name && ` -t ${quoted(asPattern(name))}`}`;
}

const asPattern = (name: string) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export type Progress = {
  stage: string;
  passed: number;
  failed: number;
  /** The files running now, the longest-running first. */
  files: string[];
  seconds: number;
  usual: number | null;
};

export function progressLine({ stage, passed, failed, files, seconds, usual }: Progress): string {
  const done = `${count(passed + failed)} tests done${failed === 0 ? '' : `, ${count(failed)} failed`}`;
  const time = usual === null ? clock(seconds) : `${clock(seconds)} of about ${clock(usual)}`;
  return [time, stage, done, files[0]].filter(Boolean).join(' · ');
}

const count = (number: number) => number.toLocaleString('en-US');

export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The end of a long line is its least important part, so it is cut. */
export const fitted = (line: string, columns: number): string =>
  line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;

export type Level = 'unit' | 'database' | 'server' | 'browser';

export function levelOf({ file, project }: Pick<FileTimes, 'file' | 'project'>): Level {
  if (project === 'browser') return 'browser';
  if (project !== 'server') return 'unit';
  return file.startsWith('supabase/') ? 'database' : 'server';
}

/**
 * Seconds that a file waited for PostgreSQL, another process or a timer: its time without its CPU seconds.
 */
const waited = ({ setUp, running, cpu }: FileTimes): number | null =>
  cpu === null ? null : Math.max(0, setUp + running - cpu);

const SLOWEST = 40;

/** Tables of where the seconds went, in the format of docs/testing.md. */
export function profileOf(
  stages: ReadonlyMap<string, number>,
  files: readonly FileTimes[],
  postgres: number | null,
): string {
  const levels = Map.groupBy(files, levelOf);
  return [
    table(
      ['Stage', 'Seconds'],
      [...stages].map(([stage, seconds]) => [stage, seconds.toFixed(0)]),
    ),
    table(
      ['Level', 'Files', 'Tests', 'Set-up', 'Tests (s)', 'CPU'],
      [...levels].map(([level, some]) => [
        level,
        String(new Set(some.map(({ file }) => file)).size),
        String(sum(some, ({ tests }) => tests)),
        seconds(sum(some, ({ setUp }) => setUp)),
        seconds(sum(some, ({ running }) => running)),
        seconds(cpuOf(some)),
      ]),
    ),
    postgres === null ? '' : `PostgreSQL, which all of them share: ${seconds(postgres)} s of CPU.`,
    table(
      ['File', 'Tests', 'Set-up', 'Tests (s)', 'Waiting', 'CPU'],
      byFile(files)
        .toSorted((one, other) => other.setUp + other.running - one.setUp - one.running)
        .slice(0, SLOWEST)
        .map((each) => [
          `\`${each.file}\``,
          String(each.tests),
          seconds(each.setUp),
          seconds(each.running),
          seconds(waited(each)),
          seconds(each.cpu),
        ]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** A file's stories end one by one. */
function byFile(files: readonly FileTimes[]): FileTimes[] {
  return [...Map.groupBy(files, ({ file }) => file).values()].map((some) => ({
    file: some[0]!.file,
    project: some[0]!.project,
    tests: sum(some, ({ tests }) => tests),
    setUp: sum(some, ({ setUp }) => setUp),
    running: sum(some, ({ running }) => running),
    cpu: cpuOf(some),
  }));
}

const cpuOf = (files: readonly FileTimes[]): number | null =>
  files.some(({ cpu }) => cpu === null) ? null : sum(files, ({ cpu }) => cpu!);
const sum = <T>(all: readonly T[], of: (each: T) => number): number =>
  all.reduce((total, each) => total + of(each), 0);
const seconds = (number: number | null) => (number === null ? '' : number.toFixed(1));

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

function table(head: string[], rows: string[][]): string {
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Times for a fresh clone: the files that took at least a second, longest first. */
export function durationsOf(files: readonly FileTimes[]): Record<string, number> {
  const long = byFile(files)
    .filter(({ project }) => project !== 'browser')
    .map(({ file, setUp, running }) => [file, Math.round((setUp + running) * 10) / 10] as const)
    .filter(([, took]) => took >= 1);
  return Object.fromEntries(long.toSorted(([, one], [, other]) => other - one));
}
