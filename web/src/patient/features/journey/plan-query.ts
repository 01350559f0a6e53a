import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { PlanFacts } from '@domain/journey/index.ts';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** What the patient marked last and can still take back. */
export type TakeBack = { act: string; phaseId: string; cycle: number | null };
export type OwnPlan = PlanFacts & { takeBack: TakeBack | null };

const Answer = z.nullable(
  z.object({
    hasAnswered: z.boolean(),
    callsHeld: z.array(z.string()),
    notes: z.array(z.string()),
    surveyedIn: z.array(z.nullable(z.number())),
    periodOn: z.nullable(z.string()),
    takeBack: z.nullable(z.object({ act: z.string(), phaseId: z.string(), cycle: z.nullable(z.number()) })),
  }),
);

/** What ticks the plan by itself. Null for somebody without a record. */
export const planQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-plan', userId],
    queryFn: async (): Promise<OwnPlan | null> => Answer.parse(dataOf(await rpc('own_plan', {}))),
    retry: retryOnce,
  });
