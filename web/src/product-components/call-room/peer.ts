import type { IceServer } from '@domain/contracts/calls/enter-call.ts';
import type { Signal } from './signals.ts';

export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null };

type Choices = {
  offers: boolean;
  iceServers: IceServer[];
  tracks: Tracks;
  send: (signal: Signal) => void;
  onStream: (stream: MediaStream) => void;
  onState: (state: RTCPeerConnectionState) => void;
};

/** Half of 720p, at a bit rate that fits twice into a phone's upload. */
const SMALL = { scaleResolutionDownBy: 2, maxBitrate: 600_000 };

export type Peer = {
  /** The first signal of the offering side. */
  offer: () => Promise<void>;
  hear: (signal: Signal) => Promise<void>;
  show: (tracks: Tracks) => Promise<void>;
  /** A smaller video, for a phone that sends two and receives two. */
  shrink: (isSmall: boolean) => Promise<void>;
  /** Looks for another route to the other side. */
  restart: () => Promise<void>;
  isConnected: () => boolean;
  close: () => void;
};

/**
 * The connection to one window of the other side. One side makes all offers, including later ones. The other
 * answers, or asks for an offer.
 */
export function connectPeer({ offers, iceServers, tracks, send, onStream, onState }: Choices): Peer {
  const connection = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[] });
  const stream = new MediaStream();
  const early: RTCIceCandidateInit[] = [];
  let shown = tracks;

  connection.ontrack = ({ track }) => {
    stream.addTrack(track);
    onStream(stream);
  };
  connection.onicecandidate = ({ candidate }) => {
    if (candidate) send({ kind: 'candidate', candidate: candidate.toJSON() as { candidate: string } });
  };
  connection.onconnectionstatechange = () => onState(connection.connectionState);

  async function offer(options?: RTCOfferOptions): Promise<void> {
    if (connection.signalingState !== 'stable') return;
    await connection.setLocalDescription(await connection.createOffer(options));
    send({ kind: 'offer', sdp: connection.localDescription!.sdp });
  }

  async function answer(sdp: string): Promise<void> {
    await connection.setRemoteDescription({ type: 'offer', sdp });
    // The offer created the slots for sound and video. Our tracks go into them.
    for (const transceiver of connection.getTransceivers()) transceiver.direction = 'sendrecv';
    await show(shown);
    await connection.setLocalDescription();
    send({ kind: 'answer', sdp: connection.localDescription!.sdp });
    await addEarly();
  }

  async function show(next: Tracks): Promise<void> {
    shown = next;
    const places = connection.getTransceivers();
    for (const kind of ['audio', 'video'] as const) {
      const place = places.find(({ receiver }) => receiver.track.kind === kind);
      await place?.sender.replaceTrack(next[kind]);
    }
  }

  /** A candidate may arrive before the description it belongs to. */
  async function addEarly(): Promise<void> {
    for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate);
  }

  async function hear(signal: Signal): Promise<void> {
    if (signal.kind === 'offer') await answer(signal.sdp);
    if (signal.kind === 'answer' && connection.signalingState === 'have-local-offer') {
      await connection.setRemoteDescription({ type: 'answer', sdp: signal.sdp });
      await addEarly();
    }
    if (signal.kind === 'candidate') {
      const candidate = signal.candidate as RTCIceCandidateInit;
      if (connection.remoteDescription) await connection.addIceCandidate(candidate);
      else early.push(candidate);
    }
    if (signal.kind === 'restart') await restart();
  }

  async function restart(): Promise<void> {
    if (!offers) return send({ kind: 'restart' });
    // An unanswered offer is made again.
    if (connection.signalingState === 'have-local-offer')
      await connection.setLocalDescription({ type: 'rollback' });
    await offer({ iceRestart: true });
  }

  async function shrink(isSmall: boolean): Promise<void> {
    const place = connection.getTransceivers().find(({ receiver }) => receiver.track.kind === 'video');
    if (!place) return;
    const parameters = place.sender.getParameters();
    for (const encoding of parameters.encodings) {
      encoding.scaleResolutionDownBy = isSmall ? SMALL.scaleResolutionDownBy : 1;
      if (isSmall) encoding.maxBitrate = SMALL.maxBitrate;
      else delete encoding.maxBitrate;
    }
    await place.sender.setParameters(parameters);
  }

  if (offers) {
    for (const kind of ['audio', 'video'] as const)
      connection.addTransceiver(tracks[kind] ?? kind, { direction: 'sendrecv', streams: [stream] });
  }
  return {
    offer: () => offer(),
    hear,
    show,
    restart,
    shrink,
    isConnected: () => connection.connectionState === 'connected',
    close: () => connection.close(),
  };
}
