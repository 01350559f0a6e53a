import * as z from 'zod/mini';

export const InteractionType = z.enum(
  ['video_call', 'phone_call'],
  'Please select a video call or a phone call',
);
export type InteractionType = z.output<typeof InteractionType>;
