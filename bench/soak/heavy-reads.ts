import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, round } from '../numbers.ts';
import { inDatabase, memoryOf, openClinic, signInPatients, type SoakClinic, type Visitor } from './clinic.ts';
import { hold } from './hold.ts';

const GATE = '/rest/v1/customers?select=onboarding_completed';
const READS_AT_ONCE = 20;
const OTHERS = 4;
const ROUNDS = 5;
const MAX_MEGABYTES_GROWN = 200;

const numbers = (count: number, type: string) =>
  Array.from({ length: count }, (_, at) => `a${at}:answers->>3::${type}`).join(',');

/** What brought the server down once, and the most that one request may ask of the same rows now. */
const HEAVY = [
  `/rest/v1/survey_responses?select=${numbers(200, 'numeric')}`,
  `/rest/v1/survey_responses?select=${numbers(8, 'text')}`,
  `/rest/v1/survey_responses?select=${Array.from({ length: 8 }, (_, at) => `a${at}:answers`).join(',')}`,
  `/rest/v1/survey_responses?select=id&or=(${Array.from({ length: 50 }, (_, at) => `answers->>3.eq.${at}`).join(',')})`,
];
/** In answer to whoever asks too much: an answer, a refusal, or a time to come back. */
const ALLOWED = new Set([200, 400, 413, 429]);

/** One patient reads as much as possible, twenty times at once: others are answered as always, and memory stays. */
export async function heavyReads({ requests = 300, rounds = ROUNDS, most = 2, floor = 20 } = {}) {
  const clinic = await openClinic();
  try {
    const [reader, ...others] = await signInPatients(clinic, 1 + OTHERS);
    await fillSurveys(clinic, reader!);
    const measure = () => p99Of(clinic.url + GATE, others, requests);
    await measure();
    const begin = await memoryOf(clinic);
    const measured: { calm: number; beside: number }[] = [];
    let largest = 0;
    let reads = 0;
    // In turns, so that whatever else the machine does falls on both.
    for (let turn = 0; turn < rounds; turn += 1) {
      const calm = await measure();
      const ended = new AbortController();
      const [beside, answered, megabytes] = await Promise.all([
        measure().finally(() => ended.abort()),
        keepReading(clinic, reader!, ended.signal),
        largestMemory(clinic, ended.signal),
      ]);
      reads += answered;
      largest = Math.max(largest, megabytes);
      measured.push({ calm, beside });
    }
    const ratio = median(measured.map(({ calm, beside }) => beside / calm));
    const beside = median(measured.map((one) => one.beside));
    hold(reads > 0, 'the heavy reads were never answered');
    hold(ratio <= most || beside < floor, `p99 ${round(beside)} ms, ${round(ratio)} of what it is in calm`);
    hold(largest - begin <= MAX_MEGABYTES_GROWN, `memory went from ${begin} MB to ${largest} MB`);
    return {
      readsAtOnce: READS_AT_ONCE,
      reads,
      p99: round(beside),
      ratio: round(ratio),
      megabytes: [begin, largest],
    };
  } finally {
    await clinic.remove();
  }
}

/** A thousand surveys with the longest numbers that the table takes. */
const fillSurveys = (clinic: SoakClinic, { id }: Visitor) =>
  inDatabase(clinic, ({ query }) =>
    query(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers)
       select $1, 'applicator-use', 1, to_jsonb(array_fill(repeat('9', 1200), array[8])) from generate_series(1, 1000)`,
      [id],
    ),
  );

/** Answers how many were answered. */
async function keepReading({ url }: SoakClinic, { headers }: Visitor, signal: AbortSignal): Promise<number> {
  let answered = 0;
  const read = async (start: number) => {
    for (let turn = start; !signal.aborted; turn += 1) {
      const response = await fetch(url + HEAVY[turn % HEAVY.length], { headers });
      await response.arrayBuffer();
      hold(ALLOWED.has(response.status), `a heavy read was answered ${response.status}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, (_, at) => read(at)));
  return answered;
}

async function p99Of(url: string, visitors: Visitor[], requests: number): Promise<number> {
  const times: number[] = [];
  const ask = async ({ headers }: Visitor) => {
    for (let turn = 0; turn < requests; turn += 1) {
      const begun = performance.now();
      const response = await fetch(url, { headers });
      await response.text();
      times.push(performance.now() - begun);
      hold(response.status === 200, `somebody else was answered ${response.status}`);
    }
  };
  await Promise.all(visitors.map(ask));
  return percentile(times, 99);
}

async function largestMemory(clinic: SoakClinic, signal: AbortSignal): Promise<number> {
  let largest = 0;
  while (!signal.aborted) {
    largest = Math.max(largest, await memoryOf(clinic));
    await pause(50);
  }
  return largest;
}
