import { median, percentile, round } from '../numbers.ts';
import { assert } from './assert.ts';
import type { Visitor } from './clinic.ts';

/** A small question that every page asks. */
export const GATE = '/rest/v1/customers?select=onboarding_completed';

/** How long others wait for an answer, in milliseconds: the slowest in a hundred. */
export async function p99Of(url: string, visitors: Visitor[], requests: number): Promise<number> {
  const times: number[] = [];
  const ask = async ({ headers }: Visitor) => {
    for (let turn = 0; turn < requests; turn += 1) {
      const begun = performance.now();
      const response = await fetch(url, { headers });
      await response.text();
      times.push(performance.now() - begun);
      assert(response.status === 200, `another person was answered ${response.status}`);
    }
  };
  await Promise.all(visitors.map(ask));
  return percentile(times, 99);
}

export type Comparison = { p99Calm: number; p99: number; ratio: number };

/** Alternates, so that other load on the machine affects both. */
export async function inTurns(
  rounds: number,
  measureCalm: () => Promise<number>,
  measureBeside: () => Promise<number>,
): Promise<Comparison> {
  await measureCalm();
  const measured: { calm: number; beside: number }[] = [];
  for (let turn = 0; turn < rounds; turn += 1)
    measured.push({ calm: await measureCalm(), beside: await measureBeside() });
  return {
    p99Calm: round(median(measured.map(({ calm }) => calm))),
    p99: round(median(measured.map(({ beside }) => beside))),
    ratio: round(median(measured.map(({ calm, beside }) => beside / calm))),
  };
}

export type Bounds = { maxRatio: number; floorMs: number };

export const assertAsInCalm = (
  whose: string,
  { p99Calm, p99, ratio }: Comparison,
  { maxRatio, floorMs }: Bounds,
): void =>
  assert(
    ratio <= maxRatio || p99 < floorMs,
    `${whose}: p99 ${p99} ms, ${p99Calm} ms in calm, ratio of the rounds ${ratio}`,
  );
