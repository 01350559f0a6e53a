import * as z from 'zod/mini';
import { Day } from '../fields/iso.ts';

const MAX_LINK = 2_000;
const NO_LINK = 'Please enter the carrier’s link, which begins with https://';

const Link = z
  .string(NO_LINK)
  .check(z.trim(), z.maxLength(MAX_LINK, NO_LINK), z.url({ protocol: /^https$/, error: NO_LINK }));

export const TeamKitsRequest = z.strictObject({
  id: z.guid('Please name the patient by their id'),
  /** Where the patient follows the parcel. */
  trackingUrl: Link,
  sentOn: Day,
  /** The link that stood there: whoever changes it meanwhile is not overwritten. */
  seen: z.nullable(z.string().check(z.maxLength(MAX_LINK))),
});
export const TeamKitsAnswer = z.object({ id: z.guid() });
