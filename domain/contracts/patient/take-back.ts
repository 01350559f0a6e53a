import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const TakeBackRequest = z.strictObject(
  {
    kind: z.enum(['outcome', 'period'], 'Please select what to undo'),
    id: z.guid('Please select what to undo'),
  },
  NOT_AN_OBJECT,
);
export const TakeBackAnswer = z.object({ careState: z.enum(CARE_STATES) });
