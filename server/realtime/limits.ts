/** What one client may ask of one server. Far above what the portal needs, far below what would hurt. */
export const LIMITS = {
  channelsPerSocket: 50,
  joinsPerSecond: 20,
  /** Of all sockets of a person; more wait. */
  joinsAtOncePerUser: 2,
  /**
   * Joins with nothing but the public key, which is in every browser: each asks the database, and nobody can hold the
   * many who have that key to a share of their own. So all of them together get little of its ten connections.
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
  /** Of a socket, until the one before them is answered. */
  messagesWaiting: 250,
  bytesWaiting: 1024 * 1024,
  /** Of a person or a call's host, over all sockets and by HTTP; of an address, times RATE_LIMIT_SCALE, for all who are nobody yet. */
  bytesPerSecond: 128 * 1024,
  /** What was not sent in the last seconds may be sent at once. */
  bytesAtOnce: 512 * 1024,
  /** Of each socket, whatever its address has sent: some joins, each with a token. */
  bytesBeforeJoin: 8 * 1024,
  /** What somebody tells of themselves is kept, written out by the database and shown to everybody who comes. */
  presenceBytes: 4 * 1024,
  /** Of a person; at once as many as all of their sockets need that come back together. */
  tracksPerSecond: 5,
  tracksAtOnce: 40,
  /** Of a person; of a call's host too, by the link. */
  socketsPerUser: 20,
  /** Each is a row read at every change; without a person, for each socket. */
  changesPerUser: 50,
  /** Whoever has more changes to come is sent away, to read everything anew. */
  changesWaitingPerUser: 1_000,
  /** That have not joined as somebody, times RATE_LIMIT_SCALE: a clinic may stand behind one address, and come back at once. */
  unprovedSocketsPerAddress: 500,
  /** Of all addresses together; one has half of it at most. */
  unprovedSockets: 2_000,
  /** A client that reads so slowly is not kept. */
  unsentBytes: 1024 * 1024,
  /** realtime-js sends one in 25 seconds. */
  heartbeat: 25_000,
  missedHeartbeats: 2,
  /** A socket that has not joined as somebody is closed after this long. */
  unprovedTimeoutMs: 5_000,
};

export type Limits = typeof LIMITS;

/** So many a second, counted from the first of each second. */
export function perSecond(most: number, now: () => number = () => performance.now()) {
  let [began, used] = [now(), 0];
  return (): boolean => {
    const at = now();
    if (at - began >= 1_000) [began, used] = [at, 0];
    used += 1;
    return used <= most;
  };
}
