import { queryOptions } from '@tanstack/react-query';
import { JOIN_MINUTES_BEFORE } from '@domain/booking/join-window.ts';
import { isRoom } from '@domain/booking/room.ts';
import {
  EnterCallAnswer,
  type CallPart,
  type GuestAct,
  type IceServer,
} from '@domain/contracts/calls/enter-call.ts';
import { instantFromIso, MINUTE, type Instant } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { deviceSecret } from './device.ts';

export type CallEntry = {
  part: CallPart;
  state: EnterCallAnswer['state'];
  name: string;
  /** The other people in the call. A guest meets two. */
  otherName: string;
  hostName: string;
  patientName: string;
  startsAt: Instant;
  /** When the room opens. */
  opensAt: Instant;
  topic: string | null;
  /** A guest's key to the channels. */
  pass: string | null;
  iceServers: IceServer[];
};

const SOONEST = 5_000;
const LONGEST = 60 * MINUTE;

/** The answer of `enter-call`. Someone who is early is let in automatically when the room opens. */
export const callQuery = (token: string) =>
  queryOptions({
    queryKey: ['call', token],
    queryFn: () => enterCall(token),
    retry: retryOnce,
    // A refetch must not move someone who is in the room.
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting'
        ? SOONEST
        : data?.state === 'early' && Math.min(LONGEST, Math.max(SOONEST, data.opensAt - Date.now())),
  });

/** A link opens for one guest's device only, so the device says which it is. */
export const askCall = (token: string, guest?: GuestAct) =>
  callFunction('enter-call', {
    body: { token, guest, ...(!isRoom(token) && { device: deviceSecret() }) },
    answer: EnterCallAnswer,
  });

async function enterCall(token: string): Promise<CallEntry> {
  const { part, state, name, hostName, patientName, startTime, topic, pass, iceServers } =
    await askCall(token);
  const startsAt = instantFromIso(startTime);
  return {
    part,
    state,
    name,
    otherName: part === 'host' ? patientName : hostName,
    hostName,
    patientName,
    startsAt,
    opensAt: startsAt - JOIN_MINUTES_BEFORE * MINUTE,
    topic,
    pass: pass ?? null,
    iceServers,
  };
}
