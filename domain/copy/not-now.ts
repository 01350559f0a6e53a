import type { Flow, NotNow } from '../care-state/flows.ts';

const EARLY: Partial<Record<Flow, string>> = {
  'before-treatment': 'This survey comes after you have talked to your coach, before your first cycle.',
  applicator: 'This survey is for the days when you use an applicator. Your plan is not there yet.',
};

const SENTENCES: Record<Exclude<NotNow, 'early'>, string> = {
  paused: 'Your treatment is paused, so there is nothing to answer here now.',
  pregnant: 'There is nothing more to prepare or to use, so there is nothing to answer here.',
  unsure: 'Until we know what your test means, there is nothing to answer here.',
  'after-loss': 'Nothing is asked of you here now.',
  stopped: 'Your treatment has stopped, so there is nothing to answer here.',
  done: 'Your treatment is complete, so there is nothing left to answer here.',
};

/** A sentence or two on a flow that has no place now. */
export const notNowWords = (flow: Flow, why: NotNow): string =>
  why === 'early' ? (EARLY[flow] ?? '') : SENTENCES[why];
