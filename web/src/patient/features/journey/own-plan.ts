import * as z from 'zod/mini';
import { afterwardsActions } from '@domain/journey/afterwards-actions.ts';
import type { KitFacts } from '@domain/kit/kit-state.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { localDay } from '@/lib/dates/dates.ts';
import {
  ticksOf,
  type CycleTicks,
  type DoneFacts,
  type PlanFacts,
  type Ticks,
} from '@domain/journey/done.ts';

/** The last act that completed phases, if the patient can still undo it. */
export type UndoableCompletion = {
  act: string;
  /** In the plan's order. */
  steps: readonly { phaseId: string; cycle: number | null }[];
  /** The care team set a call's outcome to Completed. */
  isByCall: boolean;
};
type Known = Pick<DoneFacts, 'results' | 'appointments'> & Partial<CycleTicks> & { now: Instant };
export type OwnPlan = {
  takeBack: UndoableCompletion | null;
  /** When the care team last spoke with the patient. */
  spokeAt: Instant | null;
  /** The survey before treatment was sent. */
  hasRatedConfidence: boolean;
  plan: PlanFacts;
  /** A clinician's notes the patient hasn't opened. */
  hasNewNotes: boolean;
  kit: Omit<KitFacts, 'trackingUrl'>;
  /** The completed actions, with the other facts known about the patient. */
  facts: (known: Known) => {
    plan: PlanFacts;
    ticks: Ticks;
    actionsFor: typeof afterwardsActions;
  };
};

const Answer = z.nullable(
  z.object({
    hasAnswered: z.boolean(),
    callsHeld: z.array(z.string()),
    callsPast: z.record(z.string(), z.string()),
    hasNewNotes: z.boolean(),
    kit: z.nullable(
      z.object({
        isAsked: z.boolean(),
        hasAddress: z.boolean(),
        sentOn: z.nullable(z.string()),
        arrivedAt: z.nullable(z.string()),
      }),
    ),
    notes: z.array(z.string()),
    surveyedIn: z.array(z.nullable(z.number())),
    periodOn: z.nullable(z.string()),
    spokeAt: z.nullable(z.string()),
    hasRatedConfidence: z.boolean(),
    takeBack: z.nullable(
      z.object({
        act: z.string(),
        isByCall: z.boolean(),
        steps: z.array(z.object({ phaseId: z.string(), cycle: z.nullable(z.number()) })),
      }),
    ),
  }),
);

/**
 * Null for someone without a record, or for an unreadable answer. Then nothing is checked off. Loaded after
 * Home's first screen.
 */
export function readPlan(answer: unknown): OwnPlan | null {
  const parsed = Answer.safeParse(answer);
  if (parsed.error) logFailure('The completed actions could not be read', parsed.error);
  if (!parsed.data) return null;
  const { takeBack, spokeAt, hasRatedConfidence, hasNewNotes, callsPast, kit, ...others } = parsed.data;
  const begun = Object.entries(callsPast).map(([type, at]) => [type, instantFromIso(at)]);
  const plan: PlanFacts = { ...others, callsPast: Object.fromEntries(begun) };
  return {
    takeBack,
    spokeAt: spokeAt === null ? null : instantFromIso(spokeAt),
    hasRatedConfidence,
    plan,
    hasNewNotes,
    kit: {
      isAsked: kit?.isAsked === true,
      hasAddress: kit?.hasAddress === true,
      sentOn: kit?.sentOn ?? null,
      hasArrived: kit?.arrivedAt != null,
    },
    facts: ({ now, checkedIn = null, due = null, ...known }) => ({
      plan,
      ticks: ticksOf({
        ...known,
        checkedIn,
        due,
        today: localDay(now),
        plan,
        hasKit: kit?.arrivedAt != null,
      }),
      actionsFor: afterwardsActions,
    }),
  };
}
