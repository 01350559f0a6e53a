import { lastAct, noteAct } from '@/lib/care-team/acts.ts';
import { follow, isLocked } from '@/lib/care-team/lock.ts';
import { isMovement } from './is-movement.ts';
import { presenceAt, type Presence } from './presence.ts';

const CHECK_INTERVAL_MS = 1000;
const REPORT_INTERVAL_MS = 60_000;
const ACTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove', 'scroll'];

type Watcher = {
  /** In this device's time. */
  endsAt: number;
  /** The clinic's current setting. */
  idleMinutes: () => number;
  onChange: (presence: Presence) => void;
  /** Reports acts to the server, and returns whether it received them. */
  report: () => Promise<boolean>;
};

/**
 * Follows whether someone is active in this browser. Once they are asked or gone, a key or click no longer
 * counts, because it may be someone else's. The button is the only answer.
 */
export function watchPresence({ endsAt, idleMinutes, onChange, report }: Watcher) {
  let presence: Presence = 'active';
  let reportedAt = Date.now(); // the server was just asked who this is
  let triedAt = reportedAt;
  if (!isLocked()) noteAct();

  function check() {
    const now = Date.now();
    const acted = lastAct();
    if (acted === 0) return; // another tab has signed out, and this one is about to learn it
    const next = presenceNow(acted, now);
    if (next !== presence) onChange((presence = next));
    if (isAtWork(presence) && acted > reportedAt && now - triedAt >= REPORT_INTERVAL_MS) void reportNow();
  }

  /** A lock in another tab counts here too, whenever this tab last saw an act. */
  function presenceNow(acted: number, now: number): Presence {
    const next = presenceAt({ lastAct: acted, idleMinutes: idleMinutes(), endsAt }, now);
    return isLocked() && next !== 'ended' ? 'idle' : next;
  }

  /**
   * An act the server didn't receive is reported again. Otherwise it would lock an active person's session.
   */
  async function reportNow() {
    const at = (triedAt = Date.now());
    if (await report()) reportedAt = Math.max(reportedAt, at);
  }

  function onAct(event: Event) {
    if (!isMovement(event)) return;
    check(); // the time may have run out while the computer slept
    if (isAtWork(presence) && Date.now() - lastAct() >= CHECK_INTERVAL_MS) noteAct();
  }

  function staySignedIn() {
    if (presence !== 'asked') return; // the dialog reports this again when it closes
    noteAct();
    void reportNow();
    check();
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  for (const event of ACTS) document.addEventListener(event, onAct, { capture: true, passive: true });
  document.addEventListener('visibilitychange', check);
  const stopFollowing = follow(check);
  return {
    staySignedIn,
    reportNow,
    stop: () => {
      clearInterval(timer);
      for (const event of ACTS) document.removeEventListener(event, onAct, { capture: true });
      document.removeEventListener('visibilitychange', check);
      stopFollowing();
    },
  };
}

const isAtWork = (presence: Presence) => presence === 'active' || presence === 'ending';
