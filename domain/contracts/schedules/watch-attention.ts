import * as z from 'zod/mini';
import { Count } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const WatchAttentionRequest = z.strictObject({}, NOT_AN_OBJECT);
export const WatchAttentionAnswer = z.object({ looked: Count, alarms: Count });
