import type { Visitor } from './clinic.ts';
import { assert } from './assert.ts';
import { ask, runAttack } from './attacker.ts';

const READS_AT_ONCE = 20;

const numbers = (count: number, type: string) =>
  Array.from({ length: count }, (_, at) => `a${at}:answers->>3::${type}`).join(',');

/** A read that once brought the server down, and the largest reads that are allowed now. */
const HEAVY = [
  `/rest/v1/survey_responses?select=${numbers(200, 'numeric')}`,
  `/rest/v1/survey_responses?select=${numbers(8, 'text')}`,
  `/rest/v1/survey_responses?select=${Array.from({ length: 8 }, (_, at) => `a${at}:answers`).join(',')}`,
  `/rest/v1/survey_responses?select=id&or=(${Array.from({ length: 50 }, (_, at) => `answers->>3.eq.${at}`).join(',')})`,
];
/** A heavy read may be answered with rows, a refusal, or a time to try again. */
const ALLOWED = new Set([200, 400, 413, 429]);

export type HeavyReaderSetup = { url: string; reader: Visitor };
export type HeavyReads = { reads: number };

/** Reads as much as possible, twenty times at once. */
await runAttack(async (setup, signal, begun): Promise<HeavyReads> => {
  const { url, reader } = setup as HeavyReaderSetup;
  let reads = 0;
  const read = async (start: number) => {
    for (let turn = start; !signal.aborted; turn += 1) {
      const answer = await ask(url + HEAVY[turn % HEAVY.length]!, { headers: reader.headers });
      if (!answer) continue;
      assert(ALLOWED.has(answer.status), `a heavy read was answered ${answer.status}`);
      reads += 1;
      begun();
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, (_, at) => read(at)));
  return { reads };
});
