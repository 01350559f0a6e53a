import type { NextStepFacts } from './facts.ts';
import { kitForPeak } from './kit-for-peak.ts';

type Facts = Pick<NextStepFacts, 'kit' | 'callsHeld' | 'callsPast' | 'now' | 'zone' | 'safety' | 'cycle'>;

/** Nothing is in the way of an applicator: there is a kit, no clinician has to clear it, and no question is for the coach first. */
export const mayUseApplicator = (facts: Facts): boolean =>
  facts.safety !== 'held' && facts.cycle.askCoach.length === 0 && kitForPeak(facts) === 'at-hand';
