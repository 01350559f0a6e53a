import * as z from 'zod/mini';

/** The other side's state: what it shows, and what it reports about itself. */
export const Shown = z.object({ muted: z.boolean(), camera: z.boolean(), sharing: z.boolean() });
export type Shown = z.output<typeof Shown>;

const Candidate = z.object({
  candidate: z.string(),
  sdpMid: z.optional(z.nullable(z.string())),
  sdpMLineIndex: z.optional(z.nullable(z.number())),
  usernameFragment: z.optional(z.nullable(z.string())),
});

/** The signals for connecting. One side offers and the other answers, so they never both offer. */
export const Signal = z.union([
  z.object({ kind: z.literal('offer'), sdp: z.string() }),
  z.object({ kind: z.literal('answer'), sdp: z.string() }),
  z.object({ kind: z.literal('candidate'), candidate: Candidate }),
  /** The answering side asks the offering side to look for another route. */
  z.object({ kind: z.literal('restart') }),
  z.object({ kind: z.literal('shown'), shown: Shown }),
  z.object({ kind: z.literal('bye') }),
]);
export type Signal = z.output<typeof Signal>;

/** From one window to another. Someone who comes back counts as someone new. */
export const Envelope = z.object({ from: z.string(), to: z.string(), signal: Signal });
