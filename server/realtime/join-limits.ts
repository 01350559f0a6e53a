import type { Caller } from '../database/query-types.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { Limits } from './limits.ts';
import { participantOf } from './participant.ts';
import { Refused } from './refused.ts';

/**
 * Limits joins' use of the database, so that they don't delay other requests. A person's joins wait in that
 * person's own queue, no matter who else joins from the same address. Anonymous joins beyond their limits are
 * refused.
 */
export function createJoinLimits(limits: Limits, rateLimitScale: number, now = () => performance.now()) {
  const queues = new Map<string, { slots: ReturnType<typeof createKeyedQueue>; length: number }>();
  const underWay = createCounter(
    limits.anonymousJoinsAtOnce,
    limits.anonymousJoinsAtOncePerAddress * rateLimitScale,
  );
  const thisSecond = createCounter(
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

  async function queued<Done>(who: string, work: () => Promise<Done>): Promise<Done> {
    const queue = queues.get(who) ?? {
      slots: createKeyedQueue({ concurrency: limits.joinsAtOncePerUser, maxQueued: limits.socketsPerUser }),
      length: 0,
    };
    queues.set(who, queue);
    queue.length += 1;
    try {
      return await queue.slots.withSlot(work);
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(who);
    }
  }

  return <Done>(caller: Caller, address: string, work: () => Promise<Done>): Promise<Done> => {
    if (caller.role === 'service_role') return work();
    const who = participantOf(caller);
    return who === null ? anonymously(address, work) : queued(who, work);
  };
}

/** How many there are, in total and per address. */
function createCounter(max: number, maxPerAddress: number) {
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
