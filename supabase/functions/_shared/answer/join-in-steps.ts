const PIECES_PER_STEP = 200;

/** Makes a long text of its pieces, some at a time: one thread serves everybody, and serves others between the steps. */
export async function joinInSteps(pieces: Iterable<string>): Promise<string> {
  const made: string[] = [];
  for (const piece of pieces) {
    made.push(piece);
    if (made.length % PIECES_PER_STEP === 0) await new Promise<void>((goOn) => setTimeout(goOn));
  }
  return made.join('');
}
