import * as fc from 'fast-check';
import { localDate } from '../time/local.ts';
import { instantFromIso, isoFromInstant } from '../time/instant.ts';
import { ApplicatorResponses } from './applicator-responses.ts';
import {
  asksForDetails,
  asksWhatWasTaken,
  CAP_WEAR,
  COLLECTION_TO_INSERTION,
  FEEDBACK,
  MEDICATION,
} from './applicator-use.ts';

const moment = fc.integer({
  min: instantFromIso('2026-01-01T00:00:00Z'),
  max: instantFromIso('2026-11-17T00:00:00Z'),
});
const offset = fc.constantFrom('+00:00', '+05:30', '-08:00', '+14:00');

/** A day as the portal's form stores it, or any form in which the call accepts a moment on it. */
export const storedDay = fc.oneof(
  moment.map((at) => localDate(at, 'UTC')),
  moment.map(isoFromInstant),
  fc.tuple(moment, offset).map(([at, from]) => `${isoFromInstant(at).slice(0, 19)}${from}`),
);

/** An applicator survey's answers, in every stored shape. */
export const storedResponses: fc.Arbitrary<ApplicatorResponses> = fc
  .record({
    day: storedDay,
    cycle: fc.constantFrom('1', '2', '3'),
    medication: fc.constantFrom(...MEDICATION),
    rested: fc.constantFrom(...COLLECTION_TO_INSERTION),
    capWear: fc.constantFrom(...CAP_WEAR),
    feedback: fc.constantFrom(...FEEDBACK),
    comment: fc.constantFrom('', 'On Monday', '2026-11-18'),
  })
  .map(({ day, cycle, medication, rested, capWear, feedback, comment }) =>
    ApplicatorResponses.parse([
      day,
      cycle,
      medication,
      asksWhatWasTaken(medication) ? comment : '',
      rested,
      capWear,
      feedback,
      asksForDetails(feedback) ? comment : '',
    ]),
  );
