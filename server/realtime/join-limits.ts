import type { Caller } from '../database/query-types.ts';
import type { Limits } from './limits.ts';
import { payerOf } from './payer.ts';
import { Refused } from './refused.ts';
import { createTurns } from './keyed-queue.ts';

/**
 * What joins may take of the database, so that they delay nobody who waits for an answer. A person's joins stand in a
 * line of their own, whoever else joins from the same address; those of nobody in particular are refused beyond a share.
 */
export function createJoinLimits(limits: Limits, rateLimitScale: number, now = () => performance.now()) {
  const lines = new Map<string, { turns: ReturnType<typeof createTurns>; length: number }>();
  const underWay = createTally(
    limits.anonymousJoinsAtOnce,
    limits.anonymousJoinsAtOncePerAddress * rateLimitScale,
  );
  const thisSecond = createTally(
    limits.anonymousJoinsPerSecond,
    limits.anonymousJoinsPerSecondPerAddress * rateLimitScale,
  );
  let secondBegan = now();

  async function anonymously<Done>(address: string, work: () => Promise<Done>): Promise<Done> {
    if (now() - secondBegan >= 1_000) {
      secondBegan = now();
      thisSecond.clear();
    }
    if (!thisSecond.mayAdd(address) || !underWay.mayAdd(address))
      throw new Refused('ClientJoinRateLimitReached: Too many anonymous joins');
    thisSecond.add(address);
    underWay.add(address);
    try {
      return await work();
    } finally {
      underWay.remove(address);
    }
  }

  async function inLine<Done>(who: string, work: () => Promise<Done>): Promise<Done> {
    const line = lines.get(who) ?? {
      turns: createTurns({ atOnce: limits.joinsAtOncePerUser, mostInLine: limits.socketsPerUser }),
      length: 0,
    };
    lines.set(who, line);
    line.length += 1;
    try {
      return await line.turns.piece(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(who);
    }
  }

  return <Done>(caller: Caller, address: string, work: () => Promise<Done>): Promise<Done> => {
    if (caller.role === 'service_role') return work();
    const who = payerOf(caller);
    return who === null ? anonymously(address, work) : inLine(who, work);
  };
}

/** How many there are, over all and from each address. */
function createTally(max: number, maxPerAddress: number) {
  const perAddress = new Map<string, number>();
  let total = 0;
  const of = (address: string) => perAddress.get(address) ?? 0;
  return {
    mayAdd: (address: string): boolean => total < max && of(address) < maxPerAddress,
    add(address: string): void {
      total += 1;
      perAddress.set(address, of(address) + 1);
    },
    remove(address: string): void {
      total -= 1;
      if (of(address) === 1) perAddress.delete(address);
      else perAddress.set(address, of(address) - 1);
    },
    clear(): void {
      total = 0;
      perAddress.clear();
    },
  };
}
