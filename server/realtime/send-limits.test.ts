import { expect, test } from 'vitest';
import type { Caller } from '../database/query-types.ts';
import { LIMITS } from './limits.ts';
import { createSendLimits } from './send-limits.ts';

const LITTLE = { ...LIMITS, bytesPerSecond: 10, bytesAtOnce: 100, messagesAtOncePerUser: 10 };

const nobody: Caller = { role: 'anon', claims: '{"role":"anon"}', userId: null, sessionId: null };
const person = (userId: string): Caller => ({ ...nobody, role: 'authenticated', userId });
const host = (call: string, sequence = 0): Caller => ({
  ...nobody,
  claims: JSON.stringify({ role: 'anon', call_id: call, call_sequence: sequence }),
});
const service: Caller = { ...nobody, role: 'service_role' };

const socketOf = (address: string, caller?: Caller) => ({
  address,
  channels: new Map(caller && [['room', { caller }]]),
});

test('a person has a limit of bytes a second, on any socket and by HTTP', () => {
  let clock = 0;
  const sendLimits = createSendLimits(LITTLE, 2, () => clock);
  const send = (userId: string, address: string, size: number) =>
    sendLimits.maySend(socketOf(address, person(userId)), size);
  expect([send('one', 'here', 60), send('one', 'there', 41), send('one', 'there', 20)]).toEqual([
    true,
    false,
    true,
  ]);
  const byHttp = (bytes: number) =>
    sendLimits.secondsToWait(person('one'), 'elsewhere', { bytes, messages: 1 });
  expect([byHttp(45), byHttp(20), byHttp(1)]).toEqual([3, 0, 1]);
  expect(send('two', 'here', 100)).toBe(true);
  clock = 2_000;
  expect([send('one', 'here', 20), send('one', 'here', 1)]).toEqual([true, false]);
});

test('a person has a limit of messages a second, on any socket and by HTTP', () => {
  const sendLimits = createSendLimits(LITTLE, 1, () => 0);
  const byHttp = (messages: number) =>
    sendLimits.secondsToWait(person('one'), 'here', { bytes: 0, messages });
  for (let sent = 0; sent < 8; sent += 1)
    expect(sendLimits.maySend(socketOf('here', person('one')), 1)).toBe(true);
  expect([byHttp(3), byHttp(2), byHttp(1)]).toEqual([1, 0, 1]);
  expect(sendLimits.maySend(socketOf('here', person('one')), 1)).toBe(false);
});

test('strangers use up their address’s limit, which neither a host nor a patient there uses', () => {
  const sendLimits = createSendLimits({ ...LITTLE, bytesBeforeJoin: 30 }, 2, () => 0);
  const stranger = socketOf('here');
  const send = (size: number) => sendLimits.maySend(stranger, size);
  expect([send(30), send(200), send(1)]).toEqual([true, true, false]);
  expect(sendLimits.maySend(socketOf('here', nobody), 31)).toBe(false);
  expect(sendLimits.secondsToWait(nobody, 'here', { bytes: 1, messages: 1 })).toBe(1);
  expect(sendLimits.maySend(socketOf('here', host('a')), 100)).toBe(true);
  expect(sendLimits.maySend(socketOf('here', person('one')), 100)).toBe(true);
  const newcomer = socketOf('here');
  expect([30, 1].map((size) => sendLimits.maySend(newcomer, size))).toEqual([true, false]);
});

test('a host’s limit is that of the call’s host, and the clinic’s own programs have none', () => {
  const sendLimits = createSendLimits(LITTLE, 1, () => 0);
  const asHost = (call: string, sequence?: number) =>
    sendLimits.maySend(socketOf('here', host(call, sequence)), 100);
  expect([asHost('a', 1), asHost('a', 1), asHost('b', 1), asHost('a', 0)]).toEqual([true, false, true, true]);
  for (let sent = 0; sent < 20; sent += 1) {
    expect(sendLimits.maySend(socketOf('here', service), 1_000)).toBe(true);
    expect(sendLimits.secondsToWait(service, 'here', { bytes: 1_000, messages: 100 })).toBe(0);
  }
});
