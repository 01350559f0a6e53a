import type { CallPart } from '@domain/contracts/calls/enter-call.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { ChannelStatus, openRealtime, type Channel } from '@/lib/live/realtime.ts';
import { Envelope, type Signal } from './signals.ts';

type Window = { id: string; since: number };

type Listeners = {
  /** The other side's newest window, if any. */
  onOther: (id: string | null) => void;
  onSignal: (from: string, signal: Signal) => void;
  /** Something about the call or its guest has changed. */
  onChange?: (() => void) | undefined;
  /** Whether signals reach the server right now. */
  onReach: (reached: boolean) => void;
  /** Permanent: the server refused us, or another window took our place. */
  onEnd: (why: 'refused' | 'elsewhere') => void;
};

export type Signalling = {
  send: (to: string, signal: Signal) => void;
  leave: () => Promise<void>;
};

type Choices = {
  topic: string;
  part: CallPart;
  /** The other of the two in this channel. */
  other: CallPart;
  accessToken: () => Promise<string | null>;
};

/** The call's private channel: who is present, and their signals to each other. */
export async function openSignalling(
  { topic, part, other, accessToken }: Choices,
  { onOther, onSignal, onChange, onReach, onEnd }: Listeners,
): Promise<Signalling> {
  const me: Window = { id: crypto.randomUUID(), since: Date.now() };
  const client = openRealtime(accessToken);
  let isOver = false;
  await client.setAuth();
  const channel = client.channel(topic, {
    config: { private: true, broadcast: { ack: true, self: false }, presence: { key: part, enabled: true } },
  });

  const end = (why: 'refused' | 'elsewhere') => {
    if (isOver) return;
    isOver = true;
    onEnd(why);
    void close();
  };
  const close = () =>
    client.disconnect().catch((error: unknown) => logFailure('The connection did not close', error));

  channel
    .on('presence', { event: 'sync' }, () => {
      const mine = newest(channel, part);
      if (mine && mine.since > me.since) return end('elsewhere');
      onOther(newest(channel, other)?.id ?? null);
    })
    .on('broadcast', { event: 'signal' }, ({ payload }) => {
      const envelope = Envelope.safeParse(payload);
      if (envelope.success && envelope.data.to === me.id) onSignal(envelope.data.from, envelope.data.signal);
    })
    .on('broadcast', { event: 'changed' }, () => onChange?.())
    .subscribe((status, error) => {
      if (isOver) return;
      const isJoined = status === ChannelStatus.SUBSCRIBED;
      onReach(isJoined);
      if (isJoined) void channel.track(me);
      // A lost connection recovers by itself. A refusal by the server is final.
      if (status === ChannelStatus.CLOSED || /^(Unauthorized|InvalidJWTToken)/.test(error?.message ?? ''))
        end('refused');
    });

  const send = async (to: string, signal: Signal) => {
    if (isOver) return;
    await channel.send({ type: 'broadcast', event: 'signal', payload: { from: me.id, to, signal } });
  };
  return {
    send: (to, signal) =>
      void send(to, signal).catch((error: unknown) => logFailure('A signal was not sent', error)),
    leave: async () => {
      if (isOver) return;
      isOver = true;
      await close();
    },
  };
}

function newest(channel: Channel, part: CallPart): Window | null {
  const windows = channel.presenceState<Window>()[part] ?? [];
  return windows.toSorted((one, two) => two.since - one.since)[0] ?? null;
}
