import lighthouse, { type Flags, type Result } from 'lighthouse';
import { median, round } from '../numbers.ts';

export type Paint = { fcp: number; lcp: number; tbt: number; cls: number; score: number };
export type Scores = { accessibility: number; bestPractices: number };
export type Run = Paint & Scores & { index: number };

/** One measurement of a page on Lighthouse's simulated phone. Times in milliseconds. */
export async function lookAt(url: string, port: number): Promise<Run> {
  const { audits, categories, environment } = await report(url, port);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    score: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    index: environment.benchmarkIndex,
  };
}

type Timings = { items: { name: string; startTime: number }[] };

const SLOWED: Flags = { throttlingMethod: 'devtools' };

/** A page on a phone with a really slowed network and processor: its largest paint, what blocks it, and when it sets its marks. */
export type SlowedRun = { lcp: number; tbt: number; markedAt: (name: string) => number };

export async function lookSlowed(url: string, port: number): Promise<SlowedRun> {
  const { audits } = await report(url, port, SLOWED);
  const { items } = audits['user-timings']!.details as unknown as Timings;
  return {
    lcp: audits['largest-contentful-paint']!.numericValue!,
    tbt: audits['total-blocking-time']!.numericValue!,
    markedAt: (name) => {
      const found = items.find((item) => item.name === name);
      if (!found) throw new Error(`${url} never set the mark ${name}.`);
      return found.startTime;
    },
  };
}

/** A run in which the browser recorded no value is repeated, a few times at most. */
async function report(url: string, port: number, flags: Flags = {}, attempts = 3): Promise<Result> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices'];
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories, ...flags });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}.`);
  const { runtimeError } = result.lhr;
  if (!runtimeError) return result.lhr;
  if (attempts > 1 && runtimeError.code === 'NO_NAVSTART') return report(url, port, flags, attempts - 1);
  throw new Error(`${url}: ${runtimeError.message}`);
}

/** Runs while the machine was busy do not count, as long as enough others do. */
const QUIET = 1_000;

export function middleOf(runs: Run[]): Run {
  const quiet = runs.filter(({ index }) => index >= QUIET);
  const counted = quiet.length >= 3 ? quiet : runs;
  const of = (read: (run: Run) => number, digits = 0) => round(median(counted.map(read)), digits);
  return {
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls, 3),
    score: of(({ score }) => score),
    accessibility: of(({ accessibility }) => accessibility),
    bestPractices: of(({ bestPractices }) => bestPractices),
    index: of(({ index }) => index),
  };
}
