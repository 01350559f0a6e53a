const PIECES_PER_STEP = 200;

/** Joins a long text a few pieces at a time, so that the one thread can serve others between the steps. */
export async function joinInSteps(pieces: Iterable<string>): Promise<string> {
  const made: string[] = [];
  for (const piece of pieces) {
    made.push(piece);
    if (made.length % PIECES_PER_STEP === 0) await new Promise<void>((goOn) => setTimeout(goOn));
  }
  return made.join('');
}
