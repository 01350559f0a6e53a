import lighthouse from 'lighthouse';
import { median, round } from '../numbers.ts';

export type Paint = { fcp: number; lcp: number; tbt: number; cls: number; score: number };
export type Scores = { accessibility: number; bestPractices: number };
export type Run = Paint & Scores & { index: number };

/** One look at a page as Lighthouse's simulated phone has it. Times in milliseconds. */
export async function lookAt(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}.`);
  const { audits, categories, environment, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
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

/** Runs on a machine that was busy with something else do not count, as long as enough others do. */
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
