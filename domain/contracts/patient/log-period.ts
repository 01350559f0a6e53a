import * as z from 'zod/mini';
import { PERIOD_KINDS } from '../../cycle/period.ts';
import { Day } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const Kind = z.enum(PERIOD_KINDS, 'Please select period, bleed-with-loss or unsure');

export const LogPeriodRequest = z.strictObject(
  {
    day: Day,
    kind: Kind,
    /** The patient said that it is a new period, although another one is close before it. */
    confirmed: z.optional(z.boolean('Please enter true or false')),
  },
  NOT_AN_OBJECT,
);
export const LogPeriodAnswer = z.object({ id: z.guid(), day: Day, kind: Kind });
