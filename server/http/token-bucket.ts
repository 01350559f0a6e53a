type Bucket = { used: number; at: number };

/** Beyond this number, full buckets are dropped. */
const MAX_BUCKETS = 1_000;

/** A token bucket for each key: refilled by `perSecond`, holding `burst` at most. */
export function createTokenBuckets(perSecond: number, burst: number, now = () => performance.now()) {
  const buckets = new Map<string, Bucket>();

  const usedOf = ({ used, at }: Bucket): number => Math.max(0, used - ((now() - at) / 1_000) * perSecond);

  function dropFull(): void {
    for (const [key, bucket] of buckets) if (usedOf(bucket) === 0) buckets.delete(key);
  }

  /** Takes the amount and returns 0, or takes nothing and returns the seconds to wait. */
  return (key: string, amount: number): number => {
    const bucket = buckets.get(key);
    const used = (bucket ? usedOf(bucket) : 0) + amount;
    if (used > burst) return Math.max(1, Math.ceil((used - burst) / perSecond));
    if (!bucket && buckets.size >= MAX_BUCKETS) dropFull();
    buckets.set(key, { used, at: now() });
    return 0;
  };
}
