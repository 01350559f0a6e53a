import { lastAct, noteAct } from '@/lib/care-team/acts.ts';
import { presenceAt, type Presence } from './presence.ts';

const CHECK_INTERVAL_MS = 1000;
const REPORT_INTERVAL_MS = 60_000;
const ACTS = ['keydown', 'pointerdown'];

type Watcher = {
  /** By this device's clock. */
  endsAt: number;
  onChange: (presence: Presence) => void;
  /** Reports acts to the server, and answers whether it heard of them. */
  report: () => Promise<boolean>;
};

/**
 * Follows whether somebody is at work in this browser. Once they are asked, or gone, a key or a click is no act any more: it
 * may be somebody else's, and who is asked answers with the button.
 */
export function watchPresence({ endsAt, onChange, report }: Watcher) {
  let presence: Presence = 'active';
  let reportedAt = Date.now(); // the server has just been asked who this is
  let triedAt = reportedAt;
  noteAct();

  function check() {
    const now = Date.now();
    const acted = lastAct();
    if (acted === 0) return; // another tab has signed out, and this one is about to hear of it
    const next = presenceAt(acted, endsAt, now);
    if (next !== presence) onChange((presence = next));
    if (isAtWork(presence) && acted > reportedAt && now - triedAt >= REPORT_INTERVAL_MS) void reportNow();
  }

  /** An act that the server has not heard of is reported again, or it would end the session of somebody at work. */
  async function reportNow() {
    const at = (triedAt = Date.now());
    if (await report()) reportedAt = Math.max(reportedAt, at);
  }

  function onAct() {
    check(); // after a computer's sleep the time may be up
    if (isAtWork(presence)) noteAct();
  }

  function staySignedIn() {
    if (presence !== 'asked') return; // the dialog says so again as it closes
    noteAct();
    void reportNow();
    check();
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  for (const event of ACTS) document.addEventListener(event, onAct, { capture: true, passive: true });
  return {
    staySignedIn,
    reportNow,
    stop: () => {
      clearInterval(timer);
      for (const event of ACTS) document.removeEventListener(event, onAct, { capture: true });
    },
  };
}

const isAtWork = (presence: Presence) => presence === 'active' || presence === 'ending';
