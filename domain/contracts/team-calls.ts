import * as z from 'zod/mini';

/** How a call went, as its host says. Nothing is called a no-show by itself. */
export const CALL_OUTCOMES = ['took-place', 'patient-did-not-come', 'we-could-not'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** As they are chosen on screen. */
export const CALL_OUTCOME_WORDS: Record<CallOutcome, string> = {
  'took-place': 'Took place',
  'patient-did-not-come': 'Patient did not come',
  'we-could-not': 'We could not make it',
};

export const TeamCallsRequest = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.literal('outcome'),
      id: z.guid('Please name the call by its id'),
      outcome: z.enum(CALL_OUTCOMES, 'took-place, patient-did-not-come or we-could-not'),
    }),
  ],
  'Please name an action',
);

export const TeamCallsAnswer = z.object({ id: z.guid() });
