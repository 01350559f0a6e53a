import type { FunctionContext } from './context.ts';
import { tooManyEntries, tooManyRequests } from '../answer/problem.ts';

export type Limit = {
  name: string;
  max: number;
  seconds: number;
  /** A limit on an email address, or on emails to it. RATE_LIMIT_SCALE does not change it. */
  isFixed?: boolean;
  /** The counted thing, in the person's words. Without it, the refusal says 'attempts'. */
  of?: string;
};

/** One patient's bookings, moves and cancellations, each of which sends messages to two people. */
export const APPOINTMENT_CHANGES: Limit[] = [
  { name: 'appointment-changes', max: 30, seconds: 600 },
  { name: 'appointment-changes-of-a-day', max: 60, seconds: 86_400 },
];
/** One patient's forms: far more than anyone fills in, far fewer than a program would send. */
export const SUBMISSIONS: Limit = { name: 'submissions', max: 60, seconds: 600 };

/**
 * What one patient sends in a day, by type: far more than a person does, too little to overwhelm the care
 * team. Tries count.
 */
const ENTRIES_A_DAY = {
  'test results': 100,
  periods: 100,
  'symptom reports': 100,
  messages: 500,
  surveys: 100,
  'safety checks': 100,
  'treatment changes': 100,
  timers: 200,
  agreements: 100,
  corrections: 100,
};

export const entriesADay = (of: keyof typeof ENTRIES_A_DAY): Limit => ({
  name: `${of}-of-a-day`,
  max: ENTRIES_A_DAY[of],
  seconds: 86_400,
  of,
});

const LARGEST_INTEGER = 2_147_483_647;

/** Limits per client address, per patient and per call, which a clinic or a test may scale. */
export const scaled = (limit: Limit, { rateLimitScale }: Pick<FunctionContext, 'rateLimitScale'>): Limit =>
  limit.isFixed
    ? limit
    : {
        ...limit,
        max: Math.min(LARGEST_INTEGER, Math.max(1, Math.floor(limit.max * rateLimitScale))),
      };

/** All callers without an identifying gateway. They have no other limit, so they share a generous one. */
const UNKNOWN = 'unknown';
const TIMES_FOR_UNKNOWN = 10;

/**
 * A signed-in person uses their own limit. Strangers on the same network, who use their address's limit,
 * can't use it up.
 */
export const payerOf = ({
  userId,
  clientAddress,
}: Pick<FunctionContext, 'userId' | 'clientAddress'>): string => userId ?? clientAddress ?? UNKNOWN;

export const scaleFor = (who: string, { rateLimitScale }: Pick<FunctionContext, 'rateLimitScale'>): number =>
  who === UNKNOWN ? rateLimitScale * TIMES_FOR_UNKNOWN : rateLimitScale;

/** Counts one use against a shared limit. Past it, the answer says how long to wait. */
export async function takeFromLimit(context: FunctionContext, limit: Limit, who: string): Promise<void> {
  const { service, pastLimits } = context;
  const { name, max, seconds } = scaled(limit, { rateLimitScale: scaleFor(who, context) });
  const key = `${name}:${who}`;
  const wait = await pastLimits.waitOf(key, async () => {
    const asked = { p_key: key, p_limit: max, p_seconds: seconds };
    const { data } = await service.rpc('take_from_limit', asked).throwOnError();
    return data as number;
  });
  if (wait > 0) throw limit.of ? tooManyEntries(max, limit.of, wait) : tooManyRequests(wait);
}
