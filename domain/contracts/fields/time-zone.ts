import * as z from 'zod/mini';
import { isTimeZone } from '../../time/zone.ts';

const NO_ZONE = 'Please select a time zone';

export const TimeZone = z.string(NO_ZONE).check(z.maxLength(64, NO_ZONE), z.refine(isTimeZone, NO_ZONE));
