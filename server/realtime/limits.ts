/** Limits of one client on one server. Far above what the portal needs, far below what would hurt. */
export const LIMITS = {
  channelsPerSocket: 50,
  joinsPerSecond: 20,
  /** For all sockets of a person. More of them wait. */
  joinsAtOncePerUser: 2,
  /**
   * Joins with the public key alone, which is in every browser: each queries the database, and clients with that key
   * cannot be told apart. So all of them together get few of its ten connections.
   */
  anonymousJoinsAtOnce: 2,
  anonymousJoinsPerSecond: 20,
  /** These two are multiplied by RATE_LIMIT_SCALE. */
  anonymousJoinsAtOncePerAddress: 1,
  anonymousJoinsPerSecondPerAddress: 5,
  messagesPerSecond: 100,
  /** For all sockets and HTTP requests together. */
  messagesPerSecondPerUser: 100,
  messagesAtOncePerUser: 200,
  messageBytes: 64 * 1024,
  /** Messages per socket that may wait for an answer to an earlier one. */
  messagesWaiting: 250,
  bytesWaiting: 1024 * 1024,
  /**
   * For a person or a call's host, over all sockets and HTTP requests. For an address, times
   * RATE_LIMIT_SCALE, shared by everyone who isn't authenticated.
   */
  bytesPerSecond: 128 * 1024,
  /** The largest burst: a client that was quiet may send what it didn't use. */
  bytesAtOnce: 512 * 1024,
  /** Per socket, no matter what else its address has sent. Enough for a few joins, each with a token. */
  bytesBeforeJoin: 8 * 1024,
  /** A presence payload is stored, serialized by the database and sent to everyone who joins. */
  presenceBytes: 4 * 1024,
  /** For a person. The burst is for all of their sockets reconnecting together. */
  tracksPerSecond: 5,
  tracksAtOnce: 40,
  /** For a person, or for a call's host by their link. */
  socketsPerUser: 20,
  /** Each one is a row read on every change. Without a person, this counts per socket. */
  changesPerUser: 50,
  /** Someone with more is disconnected, to reconnect and read everything again. */
  changesWaitingPerUser: 1_000,
  /**
   * Times RATE_LIMIT_SCALE, because a whole clinic may share one address and reconnect at the same moment.
   */
  unauthenticatedSocketsPerAddress: 500,
  /** For all addresses together. One address gets at most half. */
  unauthenticatedSockets: 2_000,
  /** A client that reads more slowly is disconnected. */
  unsentBytes: 1024 * 1024,
  /** realtime-js sends one every 25 seconds. */
  heartbeat: 25_000,
  missedHeartbeats: 2,
  /** How long the care team's rights in a channel stay valid before a message checks them again. */
  rightsByClockMs: 5_000,
  /** A socket that isn't authenticated by then is closed. */
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
