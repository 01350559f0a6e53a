import { siteOf } from '../../supabase/functions/_shared/request/client-address.ts';
import type { Caller } from './query-types.ts';
import { createSecondLook } from './second-look.ts';
import { createTimeSpent } from './time-spent.ts';

/** Of ten connections: three of a page's five requests run at the same time, the rest wait briefly, and most stay free for others. */
const MAX_AT_ONCE = 3;
/** For a caller who keeps the database busy: their work is still done, one thing after another. */
const MAX_AT_ONCE_WHEN_HEAVY = 1;
/** For all queues of an IPv4 address, or all 256 clients of an IPv6 /48; and for all visitors together. */
const MAX_OF_SITE = 5;
const MAX_OF_VISITORS = 7;
/** For all session renewals together, so that next to all visitors a connection is left for patients. */
const MAX_OF_RENEWALS = 2;
/** Many tabs of one patient wait here. Only a program has more. */
const MAX_WAITING = 100;

/** Prefix of the share keys of clients known only by address. */
const CLIENT = 'client ';

/** Prefix of the share keys of a session's renewals. */
const RENEWAL = 'renewal ';

/** This caller already has as many requests waiting as one queue holds. */
export class TooManyAtOnce extends Error {}

/** The share's owner. */
export type Asker = Pick<
  Caller,
  'role' | 'userId' | 'sessionId' | 'forUserId' | 'client' | 'callId' | 'signal'
> & { isSigningIn?: true };

/** A client known only by address who opens a public file. */
export const visitor = (client: string): Asker => ({ role: 'anon', userId: null, sessionId: null, client });

/** The same, signing in: in a separate queue from other reads on their network. */
export const signingIn = (client: string): Asker => ({ ...visitor(client), isSigningIn: true });

/** Renewing a session with a token that we sealed: only waits behind that session's renewals. */
export const renewal = (session: string): Asker => ({
  role: 'authenticated',
  userId: `${RENEWAL}${session}`,
  sessionId: null,
});

type Options = {
  /** The end of started work: it waits however long the queue is, and is neither refused nor aborted. */
  isBegun?: boolean;
};

/** Reports how long the database worked for the caller. Time spent waiting for others is not theirs. */
type Spend = (ms: number) => void;

export type InShare = <Done>(
  asker: Asker,
  /** `isHeavy`: whether the caller has lately spent so much that they get one thing at a time. */
  work: (spend: Spend, isHeavy: boolean) => Promise<Done>,
  options?: Options,
) => Promise<Done>;

type Share = { who: string; max: number };
type Line = { running: number; waiting: (() => void)[] };

/**
 * Gives every caller a share of the connections and a queue, so that anyone who asks too much waits behind
 * themselves. The work must not ask for another share: two could deadlock.
 */
export function createShares({
  maxAtOnce = MAX_AT_ONCE,
  maxOfSite = MAX_OF_SITE,
  maxOfVisitors = MAX_OF_VISITORS,
  maxWaiting = MAX_WAITING,
  secondLook = createSecondLook(),
  now = () => performance.now(),
} = {}): InShare {
  const lines = new Map<string, Line>();
  const timeSpent = createTimeSpent(now);

  const hasRoom = ({ who, max }: Share, { running }: Line) =>
    running < (timeSpent.isTooMuch(who) ? MAX_AT_ONCE_WHEN_HEAVY : max);

  const isFull = ({ who }: Share) => (lines.get(who)?.waiting.length ?? 0) >= maxWaiting;

  /** Waits for a place in this share. The returned function gives the place back. */
  async function enter(share: Share, isBounded: boolean, signal?: AbortSignal): Promise<() => void> {
    if (isBounded && isFull(share)) {
      await secondLook();
      if (isFull(share)) throw new TooManyAtOnce();
    }
    signal?.throwIfAborted();
    const line = lines.get(share.who) ?? { running: 0, waiting: [] };
    lines.set(share.who, line);
    if (hasRoom(share, line)) line.running += 1;
    // A caller is counted before they continue, so that no one takes the same place in between.
    else await turnIn(line, signal);
    return () => leave(share, line);
  }

  function leave(share: Share, line: Line): void {
    line.running -= 1;
    while (line.waiting.length > 0 && hasRoom(share, line)) {
      line.running += 1;
      line.waiting.shift()!();
    }
    if (line.running === 0) lines.delete(share.who);
  }

  /** Their own share, and for visitors the shared ones; everyone enters them in this order. */
  function sharesOf(who: string, { client = '' }: Asker): Share[] {
    // One at a time, because each holds the session's row.
    if (who.startsWith(RENEWAL))
      return [
        { who, max: 1 },
        { who: 'renewals', max: MAX_OF_RENEWALS },
      ];
    const own = { who, max: maxAtOnce };
    if (!isVisitor(who)) return [own];
    return [
      own,
      { who: `site ${siteOf(client) ?? client}`, max: maxOfSite },
      { who: 'visitors', max: maxOfVisitors },
    ];
  }

  return async (asker, work, { isBegun = false } = {}) => {
    const who = shareOf(asker);
    if (who === null) return work(() => {}, false);
    // What a function has started for someone is never stopped halfway.
    const isFunction = asker.forUserId !== undefined;
    const signal = isBegun ? undefined : asker.signal;
    const entered: (() => void)[] = [];
    try {
      for (const share of sharesOf(who, asker)) {
        // No one is refused for what others ask: a shared queue holds as many as its members let in.
        const isBounded = share.who === who && !isBegun && !isFunction;
        entered.unshift(await enter(share, isBounded, signal));
      }
      return await work((ms) => timeSpent.add(who, ms), timeSpent.isTooMuch(who));
    } finally {
      for (const leaveShare of entered) leaveShare();
    }
  };
}

/** Waits until let in. A caller whose signal aborts leaves the queue. */
function turnIn({ waiting }: Line, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal!.reason as Error);
    };
    waiting.push(enter);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

/**
 * The owner of a share: a person, a call for its host, or a client; for functions with their own rights, the
 * patient, call or client they act for. A client's reads, functions and sign-ins are three shares, so that
 * the first never blocks the others. The server itself and the clinic's programs have no limits.
 */
export function shareOf({ role, userId, forUserId, client, callId, isSigningIn }: Asker): string | null {
  const ofVisitor = (doing = '') =>
    callId === undefined ? `${CLIENT}${client ?? ''}${doing}` : `call ${callId}`;
  if (role !== 'service_role') return userId ?? ofVisitor(isSigningIn && ' signing in');
  if (forUserId !== undefined) return `function ${forUserId}`;
  return client === undefined ? null : ofVisitor(' by function');
}

/** Whether it is an address's share, for all clients known only by it. */
export const isVisitor = (share: string): boolean => share.startsWith(CLIENT);
