/**
 * `broken`: it begins as a picture or PDF and is none to its end. `too_many_pixels`: small as a file, and large once it is drawn.
 * `active`: a PDF that runs, sends or carries something.
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
/** More than a phone's camera produces, and what a browser can still draw. */
const MAX_PIXELS = 64_000_000;

export function requireDrawable(width: number, height: number): void {
  if (width === 0 || height === 0) throw new Refused('broken');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new Refused('too_many_pixels');
}
