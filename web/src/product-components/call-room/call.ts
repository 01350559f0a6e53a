import type { CallPart, IceServer } from '@domain/contracts/calls/enter-call.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { connectPeer, type Peer, type Tracks } from './peer.ts';
import { openSignalling, type Signalling } from './signalling.ts';
import type { Shown, Signal } from './signals.ts';

export type CallState = {
  /** `lost`: both are present, but the connection between them is lost. */
  stage: 'entering' | 'alone' | 'connecting' | 'together' | 'lost' | 'refused' | 'elsewhere';
  stream: MediaStream | null;
  /** Null until the other side reports it. */
  other: Shown | null;
  /** The other side was here before. */
  wasHere: boolean;
};

export const BEFORE: CallState = { stage: 'entering', stream: null, other: null, wasHere: false };

export type RunningCall = {
  show: (tracks: Tracks, shown: Shown) => void;
  shrink: (isSmall: boolean) => void;
  leave: () => Promise<void>;
};

type Choices = {
  topic: string;
  part: CallPart;
  other: CallPart;
  /** It ends with its channel. Otherwise it continues as long as the two can hear each other. */
  endsWithChannel?: boolean;
  iceServers: IceServer[];
  accessToken: () => Promise<string | null>;
  tracks: Tracks;
  shown: Shown;
  onState: (state: CallState) => void;
  onChange?: (() => void) | undefined;
};

/** In each pair, the part listed first sends the WebRTC offer. */
const ORDER: readonly CallPart[] = ['host', 'patient', 'guest'];

/** How often a broken connection is retried. */
const AGAIN_AFTER = 3_000;

/** One side of a connection between two people, from entering the room until leaving it. */
export function startCall({
  topic,
  part,
  other,
  endsWithChannel = false,
  iceServers,
  accessToken,
  onState,
  onChange,
  ...showing
}: Choices): RunningCall {
  let { tracks, shown } = showing;
  let state = BEFORE;
  let signalling: Signalling | undefined;
  let [otherId, peer]: [string | null, Peer | undefined] = [null, undefined];
  const offers = ORDER.indexOf(part) < ORDER.indexOf(other);
  let isSmall = false;
  let isPresent = false;
  let isShut = false;
  let isOver = false;
  // One at a time, because handling a signal takes a moment and the next one relies on it.
  let turn = Promise.resolve();

  const change = (news: Partial<CallState>) => {
    if (isOver) return;
    state = { ...state, ...news };
    onState(state);
  };
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error: unknown) => logFailure('The connection could not be made', error));
  };

  /**
   * The offering side calls every window of the other side that it sees. The other side waits to be called.
   */
  function meet(id: string | null): void {
    isPresent = id !== null;
    // Someone who can still be heard has only lost the connection to the server.
    if (id === null) return peer?.isConnected() ? undefined : beAlone();
    if (id === otherId) return undefined;
    if (offers) return open(id);
    if (!peer) change({ stage: 'connecting' });
    return undefined;
  }

  function open(id: string): void {
    peer?.close();
    otherId = id;
    change({ stage: 'connecting', stream: null, other: null });
    const opened = connectPeer({
      offers,
      iceServers,
      tracks,
      send: (signal) => signalling?.send(id, signal),
      onStream: (stream) => change({ stream }),
      onState: (connection) => otherId === id && follow(id, connection),
    });
    peer = opened;
    if (offers) inTurn(opened.offer);
  }

  function follow(id: string, connection: RTCPeerConnectionState): void {
    if (connection === 'connected') {
      change({ stage: 'together', wasHere: true });
      signalling?.send(id, { kind: 'shown', shown });
      const connected = peer;
      if (connected && isSmall) inTurn(() => connected.shrink(true));
    }
    if (connection !== 'disconnected' && connection !== 'failed') return;
    if (isShut) stop('refused');
    else if (isPresent) change({ stage: 'lost' });
    else beAlone();
  }

  function beAlone(): void {
    peer?.close();
    [otherId, peer] = [null, undefined];
    change({ stage: 'alone', stream: null, other: null });
  }

  function hear(from: string, signal: Signal): void {
    if (!offers && signal.kind === 'offer' && from !== otherId) open(from);
    if (from !== otherId || !peer) return;
    if (signal.kind === 'bye') beAlone();
    else if (signal.kind === 'shown') change({ other: signal.shown });
    else {
      const heard = peer;
      inTurn(() => heard.hear(signal));
    }
  }

  const retry = setInterval(() => {
    if (state.stage !== 'lost' || !peer || !otherId) return;
    // A connection may recover without a signal.
    if (peer.isConnected()) follow(otherId, 'connected');
    else inTurn(peer.restart);
  }, AGAIN_AFTER);

  const opening = openSignalling(
    { topic, part, other, accessToken },
    {
      onOther: meet,
      onSignal: hear,
      onChange,
      onReach: (reached) => {
        if (reached && state.stage === 'entering') change({ stage: 'alone' });
      },
      onEnd: (why) => {
        // A call past its end continues as long as the two can hear each other. Whether it has another reason, the server says.
        isShut = true;
        onChange?.();
        if (why === 'elsewhere' || endsWithChannel || !peer?.isConnected()) stop(why);
      },
    },
  ).then((opened) => {
    signalling = opened;
    if (isOver) return opened.leave();
    return undefined;
  });
  opening.catch((error: unknown) => {
    logFailure('The room did not open', error);
    change({ stage: 'refused' });
  });

  function stop(why: 'refused' | 'elsewhere'): void {
    change({ stage: why });
    end();
  }

  function end(): void {
    isOver = true;
    clearInterval(retry);
    peer?.close();
  }

  return {
    show: (nextTracks, nextShown) => {
      [tracks, shown] = [nextTracks, nextShown];
      const current = peer;
      if (current) inTurn(() => current.show(nextTracks));
      if (otherId) signalling?.send(otherId, { kind: 'shown', shown });
    },
    shrink: (small) => {
      isSmall = small;
      const current = peer;
      if (current?.isConnected()) inTurn(() => current.shrink(small));
    },
    leave: async () => {
      if (otherId) signalling?.send(otherId, { kind: 'bye' });
      end();
      await signalling?.leave();
    },
  };
}
