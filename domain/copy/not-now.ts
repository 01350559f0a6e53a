import type { Flow, NotNow } from '../care-state/flows.ts';

const EARLY: Partial<Record<Flow, string>> = {
  'before-treatment': 'You’ll get this survey after you’ve talked to your coach, before your first cycle.',
  applicator: 'This survey is for the days you use an applicator. You’re not at that step yet.',
};

const SENTENCES: Record<Exclude<NotNow, 'early'>, string> = {
  paused: 'Your treatment is paused, so there’s nothing to answer here right now.',
  pregnant: 'You don’t need to prepare or use anything else, so there’s nothing to answer here.',
  unsure: 'Until we know what your test means, there’s nothing to answer here.',
  'after-loss': 'There’s nothing you need to do here right now.',
  stopped: 'Your treatment has stopped, so there’s nothing to answer here.',
  done: 'Your treatment is complete, so there’s nothing left to answer here.',
};

/** Explains in a sentence or two why a flow isn't available now. */
export const notNowWords = (flow: Flow, why: NotNow): string =>
  why === 'early' ? (EARLY[flow] ?? '') : SENTENCES[why];
