import * as z from 'zod/mini';
import { TREATMENT_DAY_ACTIONS } from '../../treatment-day/events.ts';
import { IsoInstant } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';
import { TimeZone } from '../fields/time-zone.ts';

const Action = z.enum(TREATMENT_DAY_ACTIONS, 'Please select sample, cap-in or cap-out');
const Moment = z.nullable(IsoInstant);

export const TreatmentDayRequest = z.strictObject(
  {
    action: Action,
    at: IsoInstant,
    /** Where the patient was then, so that a delayed entry keeps its day. */
    zone: z.optional(TimeZone),
    /** When the patient entered it; now if missing. A reset removes what was entered before it. */
    reportedAt: z.optional(IsoInstant),
  },
  NOT_AN_OBJECT,
);
export const TreatmentDayNoted = z.object({ id: z.guid(), action: Action, at: IsoInstant });
export const TreatmentDayTimers = z.object({
  sampleCollectedAt: Moment,
  capInsertedAt: Moment,
  capRemovedAt: Moment,
});
