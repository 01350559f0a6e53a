import * as z from 'zod/mini';

/** What the other side shows and says of itself. */
export const Shown = z.object({ muted: z.boolean(), camera: z.boolean(), sharing: z.boolean() });
export type Shown = z.output<typeof Shown>;

const Candidate = z.object({
  candidate: z.string(),
  sdpMid: z.optional(z.nullable(z.string())),
  sdpMLineIndex: z.optional(z.nullable(z.number())),
  usernameFragment: z.optional(z.nullable(z.string())),
});

/** What two sides tell each other to connect. One offers and the other answers, so they never both offer. */
export const Signal = z.union([
  z.object({ kind: z.literal('offer'), sdp: z.string() }),
  z.object({ kind: z.literal('answer'), sdp: z.string() }),
  z.object({ kind: z.literal('candidate'), candidate: Candidate }),
  /** Who answers asks who offers to look for another way. */
  z.object({ kind: z.literal('restart') }),
  z.object({ kind: z.literal('shown'), shown: Shown }),
  z.object({ kind: z.literal('bye') }),
]);
export type Signal = z.output<typeof Signal>;

/** From one window to another: someone who comes back is someone new. */
export const Envelope = z.object({ from: z.string(), to: z.string(), signal: Signal });
