import { setTimeout as pause } from 'node:timers/promises';
import { round } from '../numbers.ts';
import { openClinic, postmasterOf, signInPatients, type Visitor } from './clinic.ts';
import { eventually, assert } from './assert.ts';

const CALLS = [
  '/rest/v1/customers?select=onboarding_completed',
  '/functions/v1/fetch-scheduled-appointments',
];

/**
 * PostgreSQL stops under load: requests fail with 503 and Retry-After, then work, and the server is the
 * same process.
 */
export async function postgresRestart({ restarts = 3 } = {}) {
  const clinic = await openClinic();
  try {
    const visitors = await signInPatients(clinic, 8);
    const server = clinic.process.pid;
    const answers: Record<string, number> = {};
    let longest = 0;
    const ended = new AbortController();
    const asking = visitors.map((visitor, at) =>
      keepAsking(clinic.url + CALLS[at % 2], visitor, ended.signal, (answer, seconds) => {
        answers[answer] = (answers[answer] ?? 0) + 1;
        longest = Math.max(longest, seconds);
      }),
    );
    const waits: number[] = [];
    for (let turn = 0; turn < restarts; turn += 1) {
      await pause(1_000);
      // Alternately gracefully, as an operator would, and not.
      process.kill(await postmasterOf(clinic), turn % 2 === 0 ? 'SIGINT' : 'SIGKILL');
      waits.push(
        await eventually('an answer after the restart', 30, async () => {
          const { status } = await fetch(clinic.url + CALLS[0], { headers: visitors[0]!.headers });
          return status === 200;
        }),
      );
    }
    ended.abort();
    await Promise.all(asking);
    const unclear = Object.keys(answers).filter(
      (answer) => answer !== '200' && answer !== '503 with Retry-After',
    );
    assert(unclear.length === 0, `answered ${JSON.stringify(answers)}`);
    assert(longest < 10, `a request waited ${round(longest)} s`);
    assert(clinic.process.pid === server && clinic.process.exitCode === null, 'the server was not the same');
    return {
      restarts,
      answers,
      secondsUntilItWorks: waits.map((wait) => round(wait, 1)),
      longestRequest: round(longest, 1),
    };
  } finally {
    await clinic.remove();
  }
}

async function keepAsking(
  url: string,
  { headers }: Visitor,
  signal: AbortSignal,
  note: (answer: string, seconds: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    const later = response.status !== 200 && response.headers.has('retry-after') ? ' with Retry-After' : '';
    note(`${response.status}${later}`, (performance.now() - begun) / 1000);
    if (response.status !== 200) await pause(20);
  }
}
