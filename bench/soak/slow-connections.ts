import { connect, type Socket } from 'node:net';
import { median, percentile, round } from '../numbers.ts';
import { openClinic, signInPatients, type Visitor } from './clinic.ts';
import { assert } from './assert.ts';

const GATE = '/rest/v1/customers?select=onboarding_completed';
const ROUNDS = 5;

/**
 * Connections that send a byte now and then, half of them in the headers and half in the body, delay no one
 * else.
 */
export async function slowConnections({
  count = 1_000,
  requests = 500,
  rounds: turns = ROUNDS,
  maxRatio = 2,
} = {}) {
  const clinic = await openClinic();
  try {
    const [visitor] = await signInPatients(clinic, 1);
    const measure = () => p99Of(clinic.url + GATE, visitor!, requests);
    await measure();
    // Alternates, so that other load on the machine affects both.
    const rounds: { without: number; beside: number }[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      rounds.push({ without: await measure(), beside: await besideSlowOnes(clinic.url, count, measure) });
    }
    const ratio = median(rounds.map(({ without, beside }) => beside / without));
    const beside = median(rounds.map((one) => one.beside));
    assert(ratio <= maxRatio || beside < 5, `p99 ${round(beside)} ms, ${round(ratio)} of what it is without`);
    return { connections: count, p99: round(beside), ratio: round(ratio) };
  } finally {
    await clinic.remove();
  }
}

async function besideSlowOnes(url: string, count: number, measure: () => Promise<number>): Promise<number> {
  const sockets: Socket[] = [];
  for (let turn = 0; turn < count; turn += 1) sockets.push(await slowSocket(url, turn % 2 === 0));
  const dripping = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x');
  }, 1_000);
  try {
    return await measure();
  } finally {
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
  }
}

async function p99Of(url: string, { headers }: Visitor, requests: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < requests; turn += 1) {
    const begun = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    times.push(performance.now() - begun);
    assert(response.status === 200, `a healthy request was answered ${response.status}`);
  }
  return percentile(times, 99);
}

async function slowSocket(url: string, inBody: boolean): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server may close it
  await new Promise((ready) => socket.once('connect', ready));
  const start = 'POST /functions/v1/validate-email HTTP/1.1\r\nHost: localhost\r\n';
  socket.write(inBody ? `${start}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{` : start);
  return socket;
}
