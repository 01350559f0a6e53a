import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Broken } from './assert.ts';

type Report = { result: unknown } | { broken: string };

/**
 * Does the work while an attacker, a file in this folder, runs in its own process. A real attacker has a machine of
 * their own, so the process comes after the server and the process that measures.
 */
export async function besideAttacker<Done, Result>(
  file: string,
  setup: object,
  work: () => Promise<Done>,
): Promise<[Done, Result]> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(setup)]);
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'exit');
  const next = async () => {
    const received = await Promise.race([once(child, 'message'), ended.then(() => [])]);
    const [report] = received as [Report?];
    if (report === undefined) throw new Broken(`${file} ended without a report`);
    if ('broken' in report) throw new Broken(report.broken);
    return report.result as Result;
  };
  try {
    await next();
    const done = await work();
    child.send('stop');
    return [done, await next()];
  } finally {
    child.kill();
  }
}

/**
 * The main function of an attacker: attacks until told to stop. It reports after the first attack, and at
 * the end.
 */
export async function runAttack(
  attack: (setup: unknown, signal: AbortSignal, begun: () => void) => Promise<object>,
): Promise<void> {
  const stopped = new AbortController();
  process.once('message', () => stopped.abort());
  let isBegun = false;
  const begun = () => {
    if (!isBegun) report({ result: null });
    isBegun = true;
  };
  try {
    report({ result: await attack(JSON.parse(process.argv[2]!), stopped.signal, begun) });
  } catch (error) {
    report({ broken: String(error) });
  }
}

/**
 * What the server answered, or nothing if the connection was lost. An attacker that hardly gets any processor time
 * notices its idle connections closing too late; whether the server still runs is what the others' requests show.
 */
export async function ask(
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const report = (message: Report) => process.send!(message);
