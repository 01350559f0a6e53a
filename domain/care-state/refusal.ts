import type { CareStatus } from './care-state.ts';
import type { OutcomeEventKind } from './facts.ts';

export type Who = 'patient' | 'coach' | 'clinician';

/**
 * Why this cannot be reported now, as a sentence for whoever tried; null where it can. The database refuses the same
 * (`private.refuses_outcome`).
 */
export function refusalOf(status: CareStatus, kind: OutcomeEventKind, who: Who): string | null {
  switch (kind) {
    case 'loss':
      return null;
    case 'stop':
      return status.state === 'stopped' ? 'This treatment has already been stopped.' : null;
    case 'pause':
      return refusalOfPause(status);
    case 'resume':
      return refusalOfResume(status, who);
    default:
      return status.state === 'unsure' && who !== 'patient' ? null : 'There is no open question to resolve.';
  }
}

function refusalOfPause({ state, afterPositive }: CareStatus): string | null {
  switch (state) {
    case 'treatment':
    case 'paused':
      return null;
    case 'unsure':
      return afterPositive ? CANNOT_PAUSE : null;
    case 'pregnant':
      return CANNOT_PAUSE;
    case 'after-loss':
      return 'This treatment is already on hold.';
    default:
      return 'This treatment has been stopped, so there is nothing to pause.';
  }
}

const CANNOT_PAUSE = 'There is no treatment to pause at the moment. Please talk with your coach.';

function refusalOfResume({ state, afterPositive, afterLoss }: CareStatus, who: Who): string | null {
  if (state === 'paused') return null;
  if (state === 'after-loss' || (state === 'stopped' && afterLoss)) {
    return who === 'clinician' ? null : 'Please talk with your clinician about going on.';
  }
  if (state === 'stopped') {
    return who === 'patient'
      ? 'This treatment has been stopped. Please ask your care team to open it again.'
      : null;
  }
  return afterPositive ? 'Please talk with your care team about going on.' : 'This treatment is not paused.';
}
