import { setTimeout as pause } from 'node:timers/promises';

/** Of everyone together: reading a picture takes the one thread 30 ms, even though most of its garbage is freed right away. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
/** Timers are no finer than this; small pieces make a debt that is waited for later. */
const MIN_PAUSE_MS = 4;

/** Waits until so many bytes of this person may be taken. */
export type Pace = (who: string, bytes: number) => Promise<void>;

type Piece = { bytes: number; take: () => void };

/**
 * Takes the bytes of files no faster than at this pace, a piece of each person one after another: anyone
 * who sends more waits behind themselves. A piece asks once it has arrived, so a slow network keeps no one
 * waiting.
 */
export function createPace({
  bytesPerSecond = BYTES_PER_SECOND,
  now = () => performance.now(),
  wait = (ms: number): Promise<void> => pause(ms),
} = {}): Pace {
  const waiting = new Map<string, Piece[]>();
  let freeAt = 0;
  let isTaking = false;

  /** The next piece of the person whose turn is longest ago. */
  function next(): Piece | undefined {
    for (const [who, pieces] of waiting) {
      waiting.delete(who);
      const piece = pieces.shift();
      if (pieces.length > 0) waiting.set(who, pieces);
      return piece;
    }
    return undefined;
  }

  async function takeInTurn(): Promise<void> {
    isTaking = true;
    for (let piece = next(); piece; piece = next()) {
      piece.take();
      freeAt = Math.max(freeAt, now()) + (piece.bytes / bytesPerSecond) * 1_000;
      const ms = freeAt - now();
      if (ms >= MIN_PAUSE_MS) await wait(ms);
    }
    isTaking = false;
  }

  return (who, bytes) =>
    new Promise((take) => {
      const pieces = waiting.get(who) ?? [];
      pieces.push({ bytes, take });
      waiting.set(who, pieces);
      if (!isTaking) void takeInTurn();
    });
}
