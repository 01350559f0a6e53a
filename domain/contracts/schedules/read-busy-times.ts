import * as z from 'zod/mini';
import { Count } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const ReadBusyTimesRequest = z.strictObject({}, NOT_AN_OBJECT);
export const ReadBusyTimesAnswer = z.object({ read: Count, failed: Count });
