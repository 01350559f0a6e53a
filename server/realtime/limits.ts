/** Limits of one client on one server. Far above what the portal needs, far below what would hurt. */
export const LIMITS = {
  channelsPerSocket: 50,
  joinsPerSecond: 20,
  /** Over all sockets of a person; more wait. */
  joinsAtOncePerUser: 2,
  /**
   * Joins with the public key alone, which is in every browser: each queries the database, and clients with that key
   * cannot be told apart. So all of them together get few of its ten connections.
   */
  anonymousJoinsAtOnce: 2,
  anonymousJoinsPerSecond: 20,
  /** These two times RATE_LIMIT_SCALE. */
  anonymousJoinsAtOncePerAddress: 1,
  anonymousJoinsPerSecondPerAddress: 5,
  messagesPerSecond: 100,
  /** Over all sockets and by HTTP. */
  messagesPerSecondPerUser: 100,
  messagesAtOncePerUser: 200,
  messageBytes: 64 * 1024,
  /** Of a socket, waiting for an earlier message to be answered. */
  messagesWaiting: 250,
  bytesWaiting: 1024 * 1024,
  /** Of a person or a call's host, over all sockets and by HTTP; of an address, times RATE_LIMIT_SCALE, for all who are not authenticated. */
  bytesPerSecond: 128 * 1024,
  /** The largest burst: a client that was quiet may send what it didn't use. */
  bytesAtOnce: 512 * 1024,
  /** For each socket, no matter what its address has sent: some joins, each with a token. */
  bytesBeforeJoin: 8 * 1024,
  /** A presence payload is stored, serialised by the database and sent to everyone who joins. */
  presenceBytes: 4 * 1024,
  /** Of a person; the burst is for all of their sockets that reconnect together. */
  tracksPerSecond: 5,
  tracksAtOnce: 40,
  /** Of a person; of a call's host too, by the link. */
  socketsPerUser: 20,
  /** Each is a row read at every change; without a person, for each socket. */
  changesPerUser: 50,
  /** Anyone who has more is disconnected, to reconnect and read everything again. */
  changesWaitingPerUser: 1_000,
  /** Times RATE_LIMIT_SCALE: a whole clinic may share one address, and reconnect at the same moment. */
  unauthenticatedSocketsPerAddress: 500,
  /** Over all addresses; one has half of it at most. */
  unauthenticatedSockets: 2_000,
  /** A client that reads more slowly is disconnected. */
  unsentBytes: 1024 * 1024,
  /** realtime-js sends one in 25 seconds. */
  heartbeat: 25_000,
  missedHeartbeats: 2,
  /** How long the care team's rights in a channel are good before a message asks for them again. */
  rightsByClockMs: 5_000,
  /** A socket that is not authenticated by then is closed. */
  unauthenticatedTimeoutMs: 5_000,
};

export type Limits = typeof LIMITS;

/** A rate limit with a fixed window of one second. */
export function perSecond(max: number, now: () => number = () => performance.now()) {
  let [began, used] = [now(), 0];
  return (): boolean => {
    const at = now();
    if (at - began >= 1_000) [began, used] = [at, 0];
    used += 1;
    return used <= max;
  };
}
