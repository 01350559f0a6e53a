import { connect, type Socket } from 'node:net';
import { median, percentile, round } from '../numbers.ts';
import { openClinic, signInPatients, type Visitor } from './clinic.ts';
import { hold } from './hold.ts';

const GATE = '/rest/v1/customers?select=onboarding_completed';
const ROUNDS = 5;

/** Connections that send a byte now and then, half of them in the headers and half in the body, hold nobody else up. */
export async function slowConnections({ count = 1_000, requests = 300, most = 2 } = {}) {
  const clinic = await openClinic();
  const sockets: Socket[] = [];
  let dripping: NodeJS.Timeout | undefined;
  try {
    const [visitor] = await signInPatients(clinic, 1);
    const measure = () => p99Of(clinic.url + GATE, visitor!, requests);
    await measure();
    const before = await inRounds(measure);
    for (let turn = 0; turn < count; turn += 1) sockets.push(await slowSocket(clinic.url, turn % 2 === 0));
    dripping = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('x');
    }, 1_000);
    const during = await inRounds(measure);
    hold(during <= Math.max(before * most, 5), `p99 ${round(before)} ms before, ${round(during)} ms during`);
    return {
      connections: count,
      p99Before: round(before),
      p99During: round(during),
      ratio: round(during / before),
    };
  } finally {
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    await clinic.remove();
  }
}

async function inRounds(measure: () => Promise<number>): Promise<number> {
  const rounds: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) rounds.push(await measure());
  return median(rounds);
}

async function p99Of(url: string, { headers }: Visitor, requests: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < requests; turn += 1) {
    const begun = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    times.push(performance.now() - begun);
    hold(response.status === 200, `a healthy request was answered ${response.status}`);
  }
  return percentile(times, 99);
}

async function slowSocket(url: string, inBody: boolean): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server is free to end it
  await new Promise((ready) => socket.once('connect', ready));
  const start = 'POST /functions/v1/validate-email HTTP/1.1\r\nHost: localhost\r\n';
  socket.write(inBody ? `${start}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{` : start);
  return socket;
}
