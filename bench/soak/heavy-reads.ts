import { setTimeout as pause } from 'node:timers/promises';
import { inDatabase, memoryOf, openClinic, signInPatients, type SoakClinic, type Visitor } from './clinic.ts';
import type { HeavyReads, HeavyReaderSetup } from './heavy-reader.ts';
import { assert } from './assert.ts';
import { besideAttacker } from './attacker.ts';
import { assertAsInCalm, GATE, inTurns, p99Of } from './others.ts';

const OTHERS = 4;
/** The machine's noise is several times what the reads cost, so fewer rounds are enough. */
const ROUNDS = 11;
const MAX_MEGABYTES_GROWN = 200;

/**
 * One patient reads as much as possible, twenty times at once: others are answered as always, and memory
 * stays bounded.
 */
export async function heavyReads({ requests = 300, rounds = ROUNDS, maxRatio = 2, floorMs = 20 } = {}) {
  const clinic = await openClinic();
  try {
    const [reader, ...others] = await signInPatients(clinic, 1 + OTHERS);
    await fillSurveys(clinic, reader!);
    const measure = () => p99Of(clinic.url + GATE, others, requests);
    await measure();
    const begin = await memoryOf(clinic);
    let largest = 0;
    let reads = 0;
    const compared = await inTurns(rounds, measure, async () => {
      const setup: HeavyReaderSetup = { url: clinic.url, reader: reader! };
      const [[beside, megabytes], heavy] = await besideAttacker<[number, number], HeavyReads>(
        'heavy-reader.ts',
        setup,
        () => whileWatchingMemory(clinic, measure),
      );
      reads += heavy.reads;
      largest = Math.max(largest, megabytes);
      return beside;
    });
    assert(reads > 0, 'the heavy reads were never answered');
    assertAsInCalm('others’ answers', compared, { maxRatio, floorMs });
    assert(largest - begin <= MAX_MEGABYTES_GROWN, `memory went from ${begin} MB to ${largest} MB`);
    return { reads, ...compared, megabytes: [begin, largest] };
  } finally {
    await clinic.remove();
  }
}

/** A thousand surveys with the longest numbers that the table accepts. */
const fillSurveys = (clinic: SoakClinic, { id }: Visitor) =>
  inDatabase(clinic, ({ query }) =>
    query(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers)
       select $1, 'applicator-use', 1, to_jsonb(array_fill(repeat('9', 1200), array[8])) from generate_series(1, 1000)`,
      [id],
    ),
  );

/** Returns the work's result, and the most megabytes that the server used in the meantime. */
async function whileWatchingMemory<Done>(
  clinic: SoakClinic,
  work: () => Promise<Done>,
): Promise<[Done, number]> {
  const over = new AbortController();
  const largest = largestMemory(clinic, over.signal);
  try {
    const done = await work();
    over.abort();
    return [done, await largest];
  } finally {
    over.abort();
  }
}

async function largestMemory(clinic: SoakClinic, signal: AbortSignal): Promise<number> {
  let largest = 0;
  while (!signal.aborted) {
    largest = Math.max(largest, await memoryOf(clinic));
    await pause(50);
  }
  return largest;
}
