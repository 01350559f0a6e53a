import { siteOf } from '../../supabase/functions/_shared/request/client-address.ts';
import type { Caller } from './query-types.ts';
import { createSecondLook } from './second-look.ts';
import { createTimeSpent } from './time-spent.ts';

/** Of ten connections: three of a page's five requests run at once, the rest wait briefly, and most are left to others. */
const MAX_AT_ONCE = 3;
/** For whoever keeps the database busy: their work is done all the same, one thing after the other. */
const MAX_AT_ONCE_WHEN_HEAVY = 1;
/** For all lines of an IPv4 address, or of all 256 clients of an IPv6 /48; and for all visitors of all addresses together. */
const MAX_OF_SITE = 5;
const MAX_OF_VISITORS = 7;
/** For all renewals of sessions together, so that beside all visitors a connection is left for what patients ask. */
const MAX_OF_RENEWALS = 2;
/** Many tabs of one patient wait here. Only a program has more. */
const MAX_WAITING = 100;

/** Prefix of the share keys of clients of whom only the address is known. */
const CLIENT = 'client ';

/** Prefix of the share keys of a session's renewals. */
const RENEWAL = 'renewal ';

/** This caller already has as many requests waiting as one line takes. */
export class TooManyAtOnce extends Error {}

/** Whose share it is to be. */
export type Asker = Pick<
  Caller,
  'role' | 'userId' | 'sessionId' | 'forUserId' | 'client' | 'callId' | 'signal'
> & { isSigningIn?: true };

/** Somebody of whom only the address is known, who opens a public file. */
export const visitor = (client: string): Asker => ({ role: 'anon', userId: null, sessionId: null, client });

/** The same, who signs in: in a line apart from what others on their network read. */
export const signingIn = (client: string): Asker => ({ ...visitor(client), isSigningIn: true });

/** Whoever renews a session with a token that we sealed: they wait behind that session's renewals alone. */
export const renewal = (session: string): Asker => ({
  role: 'authenticated',
  userId: `${RENEWAL}${session}`,
  sessionId: null,
});

type Options = {
  /** The end of something that has begun: it waits for its turn however long the line is, and is neither refused nor aborted. */
  isBegun?: boolean;
};

/** Says how long the database worked for the caller. What they wait for others is not theirs. */
type Spend = (ms: number) => void;

export type InShare = <Done>(
  asker: Asker,
  /** `isHeavy`: whether the caller has lately spent so much that they have one thing at a time. */
  work: (spend: Spend, isHeavy: boolean) => Promise<Done>,
  options?: Options,
) => Promise<Done>;

type Share = { who: string; max: number };
type Line = { running: number; waiting: (() => void)[] };

/**
 * Gives every caller a share of the connections and a line of their own before it, so that whoever asks too much waits
 * behind themselves. The work must not ask for another share: two could wait for each other.
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

  /** Waits for a place in this share. What it answers gives the place back. */
  async function enter(share: Share, isBounded: boolean, signal?: AbortSignal): Promise<() => void> {
    if (isBounded && isFull(share)) {
      await secondLook();
      if (isFull(share)) throw new TooManyAtOnce();
    }
    signal?.throwIfAborted();
    const line = lines.get(share.who) ?? { running: 0, waiting: [] };
    lines.set(share.who, line);
    if (hasRoom(share, line)) line.running += 1;
    // Whoever is let in is counted before they go on, so that nobody takes the same place in between.
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

  /** Their own share, and for visitors those that they have with others; entered in this order by everybody. */
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
    // What a function has begun for somebody is never stopped halfway.
    const isFunction = asker.forUserId !== undefined;
    const signal = isBegun ? undefined : asker.signal;
    const entered: (() => void)[] = [];
    try {
      for (const share of sharesOf(who, asker)) {
        // Nobody is refused for what others ask: a line that is shared has as many as its members let in.
        const isBounded = share.who === who && !isBegun && !isFunction;
        entered.unshift(await enter(share, isBounded, signal));
      }
      return await work((ms) => timeSpent.add(who, ms), timeSpent.isTooMuch(who));
    } finally {
      for (const leaveShare of entered) leaveShare();
    }
  };
}

/** Waits until somebody lets this one in. Whoever's signal aborts leaves the line. */
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
 * Whose share it is: a person's, a call's for its host, a client's, and for what functions do with their own rights the
 * patient's, call's or client's that they do it for. What a client reads, what functions do for it and its sign-ins are
 * three shares, so that the first never stands before the others. The server itself and the clinic's programs have no
 * bounds.
 */
export function shareOf({ role, userId, forUserId, client, callId, isSigningIn }: Asker): string | null {
  const ofVisitor = (doing = '') =>
    callId === undefined ? `${CLIENT}${client ?? ''}${doing}` : `call ${callId}`;
  if (role !== 'service_role') return userId ?? ofVisitor(isSigningIn && ' signing in');
  if (forUserId !== undefined) return `function ${forUserId}`;
  return client === undefined ? null : ofVisitor(' by function');
}

/** Whether it is the share of an address, for all of whom no more is known. */
export const isVisitor = (share: string): boolean => share.startsWith(CLIENT);
