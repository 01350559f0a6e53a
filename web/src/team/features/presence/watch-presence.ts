import { lastAct, noteAct } from '@/lib/care-team/acts.ts';
import { presenceAt, type Presence } from './presence.ts';

const LOOK_EVERY_MS = 1000;
const REPORT_EVERY_MS = 60_000;
const ACTS = ['keydown', 'pointerdown'];

type Watcher = {
  onChange: (presence: Presence) => void;
  /** Tells the server of acts, once a minute at most. */
  report: () => void;
};

/**
 * Follows whether somebody is at work in this browser. Once they are asked, or gone, a key or a click is no act any more: it
 * may be somebody else's, and who is asked answers with the button.
 */
export function watchPresence({ onChange, report }: Watcher) {
  let presence: Presence = 'here';
  let reportedAt = Date.now(); // the server has just been asked who this is
  noteAct();

  function look() {
    const now = Date.now();
    const acted = lastAct();
    if (acted === 0) return; // another tab has signed out, and this one is about to hear of it
    const next = presenceAt(acted, now);
    if (next !== presence) onChange((presence = next));
    if (presence === 'here' && acted > reportedAt && now - reportedAt >= REPORT_EVERY_MS) tell();
  }

  function tell() {
    reportedAt = Date.now();
    report();
  }

  function act() {
    look(); // after a computer's sleep the time may be up
    if (presence === 'here') noteAct();
  }

  function stay() {
    if (presence !== 'asked') return; // the dialog says so again as it closes
    noteAct();
    tell();
    look();
  }

  const timer = setInterval(look, LOOK_EVERY_MS);
  for (const event of ACTS) document.addEventListener(event, act, { capture: true, passive: true });
  return {
    stay,
    tell,
    stop: () => {
      clearInterval(timer);
      for (const event of ACTS) document.removeEventListener(event, act, { capture: true });
    },
  };
}
