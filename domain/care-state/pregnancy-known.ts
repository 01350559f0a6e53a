import type { CareStatus } from './care-state.ts';

/** What is known of a pregnancy, where bleeding is spoken of. */
export type PregnancyKnown = 'maybe' | 'known' | 'ended';

type Situation = Pick<CareStatus, 'state' | 'afterPositive' | 'afterLoss' | 'positiveWaits'>;

/** A positive after a loss may be a new pregnancy. */
export function pregnancyKnown({
  state,
  afterPositive,
  afterLoss,
  positiveWaits,
}: Situation): PregnancyKnown {
  if (state === 'pregnant' || afterPositive) return 'known';
  return afterLoss && !positiveWaits && state !== 'unsure' ? 'ended' : 'maybe';
}
