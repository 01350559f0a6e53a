import { setTimeout as pause } from 'node:timers/promises';
import { openTopics } from '../../server/realtime/testing/open-topics.ts';
import type { RawClient } from '../../server/realtime/testing/raw-client.ts';
import { percentile } from '../numbers.ts';
import { joinTeam } from '../team-member.ts';
import {
  inDatabase,
  openClinic,
  secretsOf,
  signInPatients,
  type SoakClinic,
  type Visitor,
} from './clinic.ts';
import { assert } from './assert.ts';
import type { HostileSenderSetup, SentMessages } from './hostile-sender.ts';
import { besideAttacker } from './attacker.ts';
import type { HostileWriterSetup, HostileWrites } from './hostile-writer.ts';
import { assertAsInCalm, GATE, inTurns, p99Of } from './others.ts';
import { connectAs, joinAs } from './realtime-visitor.ts';

const PAIRS = 5;
const OTHERS = 4;
const ROUNDS = 5;
const BETWEEN_WORDS_MS = 20;

type Choices = { seconds?: number; requests?: number; rounds?: number; maxRatio?: number; floorMs?: number };

/**
 * Content that is expensive to read, sent by a patient as realtime messages and pictures, and by a
 * colleague as notes: it delays no one else noticeably, and closes no socket but the sender's.
 */
export async function hostileMessages({
  seconds = 3,
  requests = 300,
  rounds = ROUNDS,
  maxRatio = 2,
  floorMs = 20,
}: Choices = {}) {
  const clinic = await openClinic();
  try {
    const words = await besideHostileWords(clinic, { seconds, rounds });
    assertAsInCalm('others’ broadcasts', words, { maxRatio, floorMs });
    const writes = await besideHostileWrites(clinic, { requests, rounds });
    assertAsInCalm('others’ answers during pictures and notes', writes, { maxRatio, floorMs });
    const { pictures, notes } = writes;
    const answers = { answersCalm: writes.p99Calm, answers: writes.p99, answersRatio: writes.ratio };
    return { ...words, pictures, notes, ...answers };
  } finally {
    await clinic.remove();
  }
}

async function besideHostileWords(
  clinic: SoakClinic,
  { seconds, rounds }: { seconds: number; rounds: number },
) {
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
    const total = { hostile: 0, closedForIt: 0 };
    const compared = await inTurns(rounds, measure, async () => {
      const setup: HostileSenderSetup = { url: clinic.url, attacker: attacker! };
      const [beside, { sent, closed }] = await besideAttacker<number, SentMessages>(
        'hostile-sender.ts',
        setup,
        measure,
      );
      total.hostile += sent;
      total.closedForIt += closed;
      return beside;
    });
    const closed = opened.filter((client) => !client.isOpen()).length;
    assert(closed === 0, `${closed} sockets of others were closed`);
    return { ...compared, ...total };
  } finally {
    for (const { socket } of opened) socket.terminate();
  }
}

async function besideHostileWrites(
  clinic: SoakClinic,
  { requests, rounds }: { requests: number; rounds: number },
) {
  const secrets = await secretsOf(clinic);
  const clinician = await inDatabase(clinic, (database) => joinTeam(database, secrets, 'clinician'));
  const others = await signInPatients(clinic, OTHERS);
  const measure = () => p99Of(clinic.url + GATE, others, requests);
  const total: HostileWrites = { pictures: 0, notes: 0 };
  const compared = await inTurns(rounds, measure, async () => {
    // Different patients each time: one patient's daily pictures are soon used up.
    const patients = await signInPatients(clinic, OTHERS);
    const setup: HostileWriterSetup = { url: clinic.url, patients, clinician };
    const [beside, { pictures, notes }] = await besideAttacker<number, HostileWrites>(
      'hostile-writer.ts',
      setup,
      measure,
    );
    total.pictures += pictures;
    total.notes += notes;
    return beside;
  });
  assert(total.pictures > 0 && total.notes > 0, 'the hostile pictures and notes were never answered');
  return { ...compared, ...total };
}

type Pair = { topic: string; speaker: RawClient; listener: RawClient };

/** One speaks, the other hears every word; measures how long each took. */
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
    assert(status === 'ok', `another person’s message was answered: ${status}`);
  }
  for (const deadline = performance.now() + 5_000; delays.length < words && performance.now() < deadline;)
    await pause(5);
  listener.socket.off('message', note);
  assert(delays.length === words, `${words - delays.length} words of others were not heard`);
  return delays;
}
