import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Broken } from './assert.ts';

type Report = { facts: unknown } | { broken: string };

/**
 * Does the work while another program, a file of this folder, does harm. It has a process of its own, as an attacker has
 * a machine of their own: what it keeps its own process busy with must not delay those who measure.
 */
export async function besideOffender<Done, Facts>(
  file: string,
  setup: object,
  work: () => Promise<Done>,
): Promise<[Done, Facts]> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(setup)]);
  const ended = once(child, 'exit');
  const next = async () => {
    const heard = await Promise.race([once(child, 'message'), ended.then(() => [])]);
    const [report] = heard as [Report?];
    if (report === undefined) throw new Broken(`${file} ended without a report`);
    if ('broken' in report) throw new Broken(report.broken);
    return report.facts as Facts;
  };
  try {
    await next();
    const done = await work();
    child.send('enough');
    return [done, await next()];
  } finally {
    child.kill();
  }
}

/** What such a file does: harm until it is enough. It reports once the first harm is done, and at the end. */
export async function offend(
  harm: (setup: unknown, signal: AbortSignal, begun: () => void) => Promise<object>,
): Promise<void> {
  const enough = new AbortController();
  process.once('message', () => enough.abort());
  let isBegun = false;
  const begun = () => {
    if (!isBegun) report({ facts: null });
    isBegun = true;
  };
  try {
    report({ facts: await harm(JSON.parse(process.argv[2]!), enough.signal, begun) });
  } catch (error) {
    report({ broken: String(error) });
  }
}

const report = (words: Report) => process.send!(words);
