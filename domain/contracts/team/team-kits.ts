import * as z from 'zod/mini';
import { WRITTEN } from '../fields/free-text.ts';
import { Day } from '../fields/iso.ts';
import { MAX_LINK } from '../fields/lengths.ts';
import { isWebAddress } from '../fields/web-address.ts';

const NO_LINK = 'Please enter the carrier’s link, which begins with https://';

const Link = z.string(NO_LINK).check(
  z.trim(),
  z.maxLength(MAX_LINK, NO_LINK),
  z.refine((text) => text.startsWith('https:') && isWebAddress(text), NO_LINK),
);

export const TeamKitsRequest = z.strictObject({
  id: z.guid('Please select a patient'),
  /** The link where the patient tracks the package. */
  trackingUrl: Link,
  sentOn: Day,
  /** The link that stood there: anyone who changes it in the meantime is not overwritten. */
  seen: z.nullable(z.string(NO_LINK).check(z.maxLength(MAX_LINK, NO_LINK), z.regex(WRITTEN, NO_LINK))),
});
export const TeamKitsAnswer = z.object({ id: z.guid() });
