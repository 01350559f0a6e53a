import type { WebSocket } from 'ws';
import * as z from 'zod';
import { isDatabaseError } from '../database/database.ts';
import { kindOf } from '../http/answer-problem.ts';
import { decode, encode, PREFIX, type Message, type Version } from './frames.ts';
import type { Channel, Socket } from './hub.ts';
import { AccessToken, expiryOf, openChannel, renewChannel } from './join.ts';
import { perSecond } from './limits.ts';
import { createMessageQueue } from './message-queue.ts';
import { replayMessages } from './replay.ts';
import type { Realtime } from './realtime.ts';
import { Refused } from './refused.ts';
import { createSending } from './sending.ts';
import { isAuthenticated } from './participant.ts';
import type { Authentication } from './unauthenticated-sockets.ts';

export const Token = z.object({ access_token: AccessToken });

// The longest delay of a timer. No person's token lives that long.
const MAX_TIMER_MS = 2_147_483_647;

const NOT_UNDERSTOOD = 'The message could not be understood';
/** PostgreSQL's class of data exceptions: a text, number or time that it cannot hold. */
const isDataError = (error: unknown) => isDatabaseError(error) && error.code?.startsWith('22') === true;

type Client = {
  socket: WebSocket;
  version: Version;
  apikey: string;
  address: string;
  authentication: Authentication;
};

/** Serves one client until it disconnects, and answers its messages one at a time. */
export function serveConnection(
  realtime: Realtime,
  { socket: ws, version, apikey, address, authentication }: Client,
): Socket {
  const { hub, presence, personLimits, recheck, sendLimits, limits, services } = realtime;
  const { database } = services;
  const mayJoin = perSecond(limits.joinsPerSecond);
  const maySend = perSecond(limits.messagesPerSecond);
  let lastReceivedAt = Date.now();

  const socket: Socket = {
    version,
    address,
    channels: new Map(),
    send: (message) => socket.sendRaw(encode(message, version)),
    sendRaw: (frame) => {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > limits.unsentBytes) return ws.terminate();
      ws.send(frame);
    },
    close: (code, reason) => ws.close(code, reason),
    endChannel: end,
  };

  const reply = ({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: unknown = {}) =>
    socket.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  const push = ({ joinRef, topic }: Channel, event: string, payload: unknown) =>
    socket.send({ joinRef, ref: null, topic: PREFIX + topic, event, payload });
  const system = (channel: Channel, status: 'ok' | 'error', extension: string, message: string) =>
    push(channel, 'system', { channel: channel.topic, status, extension, message });

  async function answer(message: Message): Promise<void> {
    if (message.topic === 'phoenix') return reply(message, 'ok');
    if (message.event === 'phx_join') return join(message).finally(authentication.fail); // without effect after a success
    const channel = socket.channels.get(message.topic.slice(PREFIX.length));
    if (!channel) return reply(message, 'error', { reason: 'unmatched topic' });
    if (message.event === 'phx_leave') return leave(message, channel);
    if (message.event === 'access_token') return renew(message, channel);
    if (message.event === 'broadcast') return sending.broadcast(message, channel);
    if (message.event === 'presence') return sending.setPresence(message, channel);
    reply(message, 'error', { reason: `Unhandled event: ${message.event}` });
  }

  async function join(message: Message): Promise<void> {
    const refuse = (reason: string) => reply(message, 'error', { reason });
    if (!mayJoin()) return refuse('ClientJoinRateLimitReached: Too many joins per second');
    const earlier = socket.channels.get(message.topic.slice(PREFIX.length));
    if (!earlier && socket.channels.size >= limits.channelsPerSocket) {
      return refuse('ChannelRateLimitReached: Too many channels');
    }
    const { joinRef, topic } = message;
    const changeCount = recheck.changeCount();
    const { channel, showsPresence, replay } = await openChannel(
      { realtime, socket, apikey, topic, joinRef, authentication },
      message.payload,
    );
    if (earlier) await close(earlier);
    admit(channel);
    hub.add(channel);
    endWithToken(channel);
    reply(message, 'ok', { postgres_changes: channel.subscriptions });
    await recheck.ifChangedSince(changeCount, channel);
    if (socket.channels.get(channel.topic) !== channel) return; // it has just ended
    if (channel.subscriptions.length > 0)
      system(channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL');
    try {
      if (replay)
        for (const earlierMessage of await replayMessages(database, channel, replay))
          push(channel, 'broadcast', earlierMessage);
      if (showsPresence) push(channel, 'presence_state', await presence.state(channel));
    } catch (error) {
      failed(message.event, error);
      hub.remove(channel);
      push(channel, 'phx_error', {}); // the client joins again automatically
    }
  }

  /** From here on, the socket counts for its person or host instead of its address. */
  function admit(channel: Channel): void {
    personLimits.admit(channel);
    if (isAuthenticated(channel.caller)) authentication.succeed();
  }

  function endWithToken(channel: Channel): void {
    clearTimeout(channel.expiry);
    const left = expiryOf(channel.caller) - services.now().getTime();
    channel.expiry = setTimeout(
      () => end(channel, 'Token has expired'),
      Math.min(Math.max(left, 0), MAX_TIMER_MS),
    );
  }

  /**
   * The channel receives nothing more. Nothing waits for its presence to be removed, because others may be
   * waiting for this call.
   */
  function end(channel: Channel, reason: string): void {
    system(channel, 'error', 'system', reason);
    remove(channel);
    presence.untrackEnded(channel).catch((error: unknown) => {
      failed('presence', error);
      ws.terminate();
    });
  }

  function remove(channel: Channel): void {
    hub.remove(channel);
    push(channel, 'phx_close', {});
  }

  async function close(channel: Channel): Promise<void> {
    remove(channel);
    await presence.untrack([channel]);
  }

  async function leave(message: Message, channel: Channel): Promise<void> {
    reply(message, 'ok');
    await close(channel);
  }

  async function renew(message: Message, channel: Channel): Promise<void> {
    const token = Token.safeParse(message.payload);
    const changeCount = recheck.changeCount();
    try {
      if (!token.success) throw new Refused('InvalidJWTToken: The token is missing');
      await renewChannel(realtime, channel, apikey, token.data.access_token);
      // The token may belong to someone else.
      admit(channel);
      hub.closeIfEnded(channel);
      endWithToken(channel);
      await recheck.ifChangedSince(changeCount, channel);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      end(channel, error.message);
    }
  }

  function receive(data: Buffer, isBinary: boolean): void {
    lastReceivedAt = Date.now();
    if (!maySend()) return socket.close(1008, 'Too many messages per second');
    if (!sendLimits.maySend(socket, data.length))
      return socket.close(1008, 'Too much was sent in a short time');
    let message: Message;
    try {
      message = decode(data, isBinary, version);
    } catch {
      return socket.close(1007, 'Not a message of this protocol');
    }
    if (!queue.add(message, data.length)) socket.close(1008, 'Too many messages wait for their answer');
  }

  const queue = createMessageQueue({
    limits,
    // A client that is gone needs no answer.
    answer: (message) => (ws.readyState === ws.OPEN ? answer(message) : undefined),
    onError: (error, message) => {
      if (error instanceof Refused) return reply(message, 'error', { reason: error.message });
      if (isDataError(error)) return reply(message, 'error', { reason: NOT_UNDERSTOOD });
      failed(message.event, error);
      reply(message, 'error', { reason: 'Unknown Error on Channel' });
    },
  });

  const failed = (part: string, error: unknown) =>
    services.log('realtime failed', { part, kind: kindOf(error) }, error);
  const sending = createSending(realtime, { reply, failed });

  const heartbeatCheck = setInterval(() => {
    const isSilent =
      Date.now() - lastReceivedAt > limits.heartbeat * limits.missedHeartbeats + limits.heartbeat / 5;
    if (isSilent) ws.terminate();
  }, limits.heartbeat / 5);
  heartbeatCheck.unref();

  ws.on('message', (data, isBinary) => receive(data as Buffer, isBinary));
  ws.on('error', () => ws.terminate());
  ws.once('close', () => {
    clearInterval(heartbeatCheck);
    // Runs after earlier messages, because a join among them may have counted this socket.
    queue.end(
      async () => {
        personLimits.release(socket);
        const left = [...socket.channels.values()];
        for (const channel of left) hub.remove(channel);
        await presence.untrack(left);
      },
      (error) => failed('close', error),
    );
  });
  return socket;
}
