import * as z from 'zod';
import type { Message } from './frames.ts';
import type { Channel } from './hub.ts';
import type { Realtime } from './realtime.ts';

const BroadcastPayload = z.object({ event: z.string().max(255), payload: z.unknown() });
const PresencePayload = z.object({
  event: z.enum(['track', 'untrack']),
  payload: z.record(z.string(), z.unknown()).nullish(),
});

type Answers = {
  reply: (message: Message, status: 'ok' | 'error', response?: unknown) => void;
  failed: (part: string, error: unknown) => void;
};

/** A client's message to others in a channel it has joined. */
export function createSending(
  { bus, presence, sendLimits, limits }: Pick<Realtime, 'bus' | 'presence' | 'sendLimits' | 'limits'>,
  { reply, failed }: Answers,
) {
  async function broadcast(message: Message, channel: Channel): Promise<void> {
    const sent = BroadcastPayload.safeParse(message.payload);
    const refuse = (reason: string) => channel.wantsAck && reply(message, 'error', { reason });
    if (!sent.success) return void refuse('The broadcast could not be understood');
    if (!channel.rights.write_broadcast)
      return void refuse('Unauthorized: You do not have permissions to send');
    const { event, payload } = sent.data;
    const published = bus.publish({
      kind: 'broadcast',
      id: `${channel.id}:${message.ref}`,
      topic: channel.topic,
      event,
      payload,
      ...(message.bytes && { bytes: true }),
      from: channel.id,
    });
    // Without an acknowledgment there is nothing to wait for, because the bus keeps the order.
    if (!channel.wantsAck) return void published.catch((error: unknown) => failed('broadcast', error));
    await published;
    reply(message, 'ok');
  }

  async function setPresence(message: Message, channel: Channel): Promise<void> {
    const asked = PresencePayload.safeParse(message.payload);
    if (!asked.success || !channel.rights.write_presence) {
      return reply(message, 'error', {
        reason: 'Unauthorized: You do not have permissions to be shown here',
      });
    }
    const meta = JSON.stringify(asked.data.payload ?? {});
    if (meta.length > limits.presenceBytes)
      return reply(message, 'error', { reason: 'The presence is too large' });
    if (asked.data.event === 'track' && !sendLimits.mayTrack(channel))
      return reply(message, 'error', {
        reason: 'ClientPresenceRateLimitReached: Too many presence messages per second',
      });
    if (asked.data.event === 'track') await presence.track(channel, meta);
    else await presence.untrack([channel]);
    reply(message, 'ok');
  }

  return { broadcast, setPresence };
}
