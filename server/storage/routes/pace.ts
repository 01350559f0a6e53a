import { setTimeout as pause } from 'node:timers/promises';

/** Of everyone together: reading a picture takes the one thread 30 ms, even though most of its garbage is freed right away. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
/** Timers are no finer than this, so small pieces add up until they are worth waiting for. */
const MIN_PAUSE_MS = 4;

/** Waits until this person may send this many bytes. */
export type Pace = (who: string, bytes: number) => Promise<void>;

type Piece = { bytes: number; take: () => void };

/**
 * Limits how fast file bytes are received, one piece of each person at a time, so that people who send more
 * wait behind themselves. A piece counts once it has arrived, so a slow network delays no one else.
 */
export function createPace({
  bytesPerSecond = BYTES_PER_SECOND,
  now = () => performance.now(),
  wait = (ms: number): Promise<void> => pause(ms),
} = {}): Pace {
  const waiting = new Map<string, Piece[]>();
  let freeAt = 0;
  let isTaking = false;

  /** The next piece, from the person who has waited longest for a turn. */
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
