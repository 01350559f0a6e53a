import * as z from 'zod/mini';
import { Count } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const SendCycleRemindersRequest = z.strictObject({}, NOT_AN_OBJECT);
export const SendCycleRemindersAnswer = z.object({ looked: Count, reminded: Count });
