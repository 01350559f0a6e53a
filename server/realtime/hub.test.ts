import { expect, test } from 'vitest';
import { createHub, type Channel, type Socket } from './hub.ts';
import { NO_RIGHTS } from './rights.ts';

/** A person in a channel. Their socket only records why it was closed. */
function somebody(sessionId: string | null) {
  const closed: string[] = [];
  const socket: Socket = {
    version: '2.0.0',
    address: '127.0.0.1',
    channels: new Map(),
    send: () => {},
    sendRaw: () => {},
    close: (_code, reason) => closed.push(reason),
    endChannel: () => {},
  };
  const channel: Channel = {
    id: 'a',
    topic: 'open:room',
    joinRef: null,
    socket,
    caller: { role: 'authenticated', claims: '{}', userId: null, sessionId },
    rights: NO_RIGHTS,
    receivesOwn: false,
    wantsAck: false,
    presence: { key: 'a', ref: null },
    subscriptions: [],
    expiry: undefined,
  };
  return { channel, closed };
}

test('a session that ends while its channel is opening closes the socket too', () => {
  const hub = createHub();
  const [late, other, nobody] = [somebody('one'), somebody('two'), somebody(null)];
  hub.endSession('one');
  for (const { channel } of [late, other, nobody]) hub.add(channel);
  expect([late.closed, other.closed, nobody.closed]).toEqual([['The session has ended'], [], []]);
});
