import type { CareStatus } from './care-state.ts';
import type { OutcomeEventKind } from './facts.ts';

export type Who = 'patient' | 'coach' | 'clinician';

/**
 * Why this cannot be reported now, as a sentence for the patient; null if it can. The database refuses the
 * same (`private.refuses_outcome`).
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
      return refusalOfStatus(status, who);
  }
}

function refusalOfStatus({ state, asksForStatus }: CareStatus, who: Who): string | null {
  if (asksForStatus) return who === 'clinician' ? null : 'A clinician sets this pregnancy status.';
  return state === 'unsure' && who !== 'patient' ? null : 'The pregnancy status is already set.';
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
      return 'This treatment has been stopped, so there’s nothing to pause.';
  }
}

/** The database alone knows whether a pregnancy is possible (`private.may_be_pregnant`). */
export const NO_KNOWN_PREGNANCY =
  'We can’t save this here, because we don’t know of an applicator or a positive test in the last 10 months. Please call us or message your coach. We want to be there for you.';

const CANNOT_PAUSE = 'There’s no treatment to pause right now. Please talk to your coach.';

function refusalOfResume(
  { state, afterPositive, afterLoss, positiveWaits }: CareStatus,
  who: Who,
): string | null {
  if (state === 'paused') return null;
  if (positiveWaits && who === 'clinician')
    return 'A positive test came after the loss or the stop. Set the pregnancy status first.';
  if (state === 'after-loss' || (state === 'stopped' && afterLoss)) {
    return who === 'clinician' ? null : 'Please talk to your clinician about resuming treatment.';
  }
  if (state === 'stopped') {
    return who === 'patient'
      ? 'This treatment has been stopped. Please ask your care team to reopen it.'
      : null;
  }
  return afterPositive
    ? 'Please talk to your care team about resuming treatment.'
    : 'This treatment is not paused.';
}
