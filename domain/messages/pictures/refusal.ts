/**
 * `broken`: it starts like a picture or PDF but isn't one to its end. `too_many_pixels`: a small file that
 * becomes huge when drawn. `active`: a PDF that runs, sends or carries something.
 */
export type Refusal = 'too_large' | 'not_a_picture' | 'broken' | 'too_many_pixels' | 'active';

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const MAX_SIDE = 16_384;
/** Larger than any phone camera's pictures, and still small enough for browsers to draw. */
const MAX_PIXELS = 64_000_000;

export function requireDrawable(width: number, height: number): void {
  if (width === 0 || height === 0) throw new Refused('broken');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new Refused('too_many_pixels');
}
