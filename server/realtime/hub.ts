import type { Caller } from '../database/query-types.ts';
import { encode, encodeBytes, PREFIX, type Message, type Version } from './frames.ts';
import type { Broadcast, Notification } from './notifications.ts';
import type { Rights } from './rights.ts';
import type { Subscription } from './subscription.ts';

/** One client's connection, as seen by the parts that send to it. */
export type Socket = {
  version: Version;
  /** The client's address. Limits count by it. */
  address: string;
  channels: Map<string, Channel>;
  send: (message: Message) => void;
  sendRaw: (frame: string | Buffer) => void;
  close: (code: number, reason: string) => void;
  /** Ends a channel for another reason than its client leaving, and says why. Doesn't wait. */
  endChannel: (channel: Channel, reason: string) => void;
};

/** One socket in one topic. */
export type Channel = {
  id: string;
  /** The name that policies use, without Supabase's prefix. */
  topic: string;
  joinRef: string | null;
  socket: Socket;
  caller: Caller;
  rights: Rights;
  receivesOwn: boolean;
  wantsAck: boolean;
  presence: { key: string; ref: string | null };
  subscriptions: Subscription[];
  expiry: NodeJS.Timeout | undefined;
};

/** Far more sessions than can end during one join. */
const MAX_CACHED = 1_000;

/** Every channel of this server, by topic. */
export function createHub() {
  const byTopic = new Map<string, Set<Channel>>();
  const ended = new Set<string>();
  const inTopic = (topic: string): Iterable<Channel> => byTopic.get(topic) ?? [];

  /** Sends one message to many. It is encoded once per protocol version. */
  function sendToAll(channels: Iterable<Channel>, topic: string, event: string, payload: unknown): void {
    const message = { joinRef: null, ref: null, topic: PREFIX + topic, event, payload };
    const encoded = new Map<Version, string>();
    for (const { socket } of channels) {
      if (!encoded.has(socket.version)) encoded.set(socket.version, encode(message, socket.version));
      socket.sendRaw(encoded.get(socket.version)!);
    }
  }

  const close = ({ socket }: Channel) =>
    // A normal closure: the client need not reconnect.
    socket.close(1000, 'The session has ended');

  return {
    inTopic,

    add(channel: Channel): void {
      const others = byTopic.get(channel.topic) ?? new Set();
      byTopic.set(channel.topic, others.add(channel));
      channel.socket.channels.set(channel.topic, channel);
      this.closeIfEnded(channel);
    },

    /** For a session that ended after the check and before its channel was added. */
    closeIfEnded(channel: Channel): void {
      if (ended.has(channel.caller.sessionId ?? '')) close(channel);
    },

    remove(channel: Channel): void {
      clearTimeout(channel.expiry);
      channel.socket.channels.delete(channel.topic);
      const others = byTopic.get(channel.topic);
      others?.delete(channel);
      if (others?.size === 0) byTopic.delete(channel.topic);
    },

    *all(): Iterable<Channel> {
      for (const channels of byTopic.values()) yield* channels;
    },

    broadcast({ topic, event, payload, bytes, from }: Broadcast): void {
      const recipients = [...inTopic(topic)].filter(
        ({ id, rights, receivesOwn }) => rights.read_broadcast && (receivesOwn || id !== from),
      );
      if (!bytes) return sendToAll(recipients, topic, 'broadcast', { type: 'broadcast', event, payload });
      const frame = encodeBytes({ topic, event, payload });
      // Version 1 of the protocol has no format for bytes.
      for (const { socket } of recipients) if (socket.version === '2.0.0') socket.sendRaw(frame);
    },

    presence({ topic, joins, leaves }: Extract<Notification, { kind: 'presence' }>): void {
      const recipients = [...inTopic(topic)].filter(({ rights }) => rights.read_presence);
      sendToAll(recipients, topic, 'presence_diff', { joins, leaves });
    },

    endSession(sessionId: string): void {
      ended.add(sessionId);
      if (ended.size > MAX_CACHED) ended.delete(ended.values().next().value!);
      for (const channel of this.all()) this.closeIfEnded(channel);
    },
  };
}

export type Hub = ReturnType<typeof createHub>;
