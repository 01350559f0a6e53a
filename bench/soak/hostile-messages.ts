import { setTimeout as pause } from 'node:timers/promises';
import { openTopics } from '../../server/realtime/testing/open-topics.ts';
import type { RawClient } from '../../server/realtime/testing/raw-client.ts';
import { median, percentile, round } from '../numbers.ts';
import { inDatabase, openClinic, signInPatients, type Visitor } from './clinic.ts';
import { assert } from './assert.ts';
import type { HostileSenderSetup, SentMessages } from './hostile-sender.ts';
import { besideAttacker } from './attacker.ts';
import { connectAs, joinAs } from './realtime-visitor.ts';

const PAIRS = 5;
const ROUNDS = 5;
const BETWEEN_WORDS_MS = 20;

type Choices = { seconds?: number; rounds?: number; maxRatio?: number; floorMs?: number };

/** A patient who sends what hurts delays nobody else's messages noticeably, and closes no socket but the own. */
export async function hostileMessages({
  seconds = 3,
  rounds: turns = ROUNDS,
  maxRatio = 2,
  floorMs = 20,
}: Choices = {}) {
  const clinic = await openClinic();
  const opened: RawClient[] = [];
  try {
    await inDatabase(clinic, openTopics);
    const [attacker, ...patients] = await signInPatients(clinic, 1 + PAIRS * 2);
    const join = async (visitor: Visitor, topic: string) => {
      const client = await connectAs(clinic, visitor);
      opened.push(client);
      assert((await joinAs(client, visitor, topic)).status === 'ok', `${topic} could not be joined`);
      return client;
    };
    const pairs = await Promise.all(
      Array.from({ length: PAIRS }, async (_, pair) => ({
        topic: `open:pair-${pair}`,
        speaker: await join(patients[pair * 2]!, `open:pair-${pair}`),
        listener: await join(patients[pair * 2 + 1]!, `open:pair-${pair}`),
      })),
    );
    const measure = async () =>
      percentile((await Promise.all(pairs.map((pair) => delaysOf(pair, seconds)))).flat(), 99);
    await measure();

    // In turns, so that whatever else the machine does falls on both.
    const rounds: { calm: number; beside: number }[] = [];
    const total: SentMessages = { sent: 0, closed: 0 };
    for (let turn = 0; turn < turns; turn += 1) {
      const calm = await measure();
      const setup: HostileSenderSetup = { url: clinic.url, attacker: attacker! };
      const [beside, { sent, closed }] = await besideAttacker<number, SentMessages>(
        'hostile-sender.ts',
        setup,
        measure,
      );
      rounds.push({ calm, beside });
      total.sent += sent;
      total.closed += closed;
    }
    const closed = opened.filter((client) => !client.isOpen()).length;
    assert(closed === 0, `${closed} sockets of others were closed`);
    const ratio = median(rounds.map(({ calm, beside }) => beside / calm));
    const beside = median(rounds.map((one) => one.beside));
    assert(
      ratio <= maxRatio || beside < floorMs,
      `p99 ${round(beside)} ms, ${round(ratio)} of what it is without`,
    );
    return { hostile: total.sent, closedForIt: total.closed, p99: round(beside), ratio: round(ratio) };
  } finally {
    for (const { socket } of opened) socket.terminate();
    await clinic.remove();
  }
}

type Pair = { topic: string; speaker: RawClient; listener: RawClient };

/** One speaks, the other hears every word; how long each took. */
async function delaysOf({ topic, speaker, listener }: Pair, seconds: number): Promise<number[]> {
  const words = Math.round((seconds * 1000) / BETWEEN_WORDS_MS);
  const delays: number[] = [];
  const note = (data: unknown) => {
    const [, , , event, said] = JSON.parse(String(data)) as [
      0,
      0,
      0,
      string,
      { payload: { sentAt: number } },
    ];
    if (event === 'broadcast') delays.push(performance.now() - said.payload.sentAt);
  };
  listener.socket.on('message', note);
  for (let word = 0; word < words; word += 1) {
    const payload = { type: 'broadcast', event: 'word', payload: { sentAt: performance.now() } };
    const answer = speaker
      .ask(topic, 'broadcast', payload)
      .catch((error: Error) => ({ status: error.message }));
    const [{ status }] = await Promise.all([answer, pause(BETWEEN_WORDS_MS)]);
    assert(status === 'ok', `a word of somebody else was answered: ${status}`);
  }
  for (const deadline = performance.now() + 5_000; delays.length < words && performance.now() < deadline;)
    await pause(5);
  listener.socket.off('message', note);
  assert(delays.length === words, `${words - delays.length} words of others were not heard`);
  return delays;
}
