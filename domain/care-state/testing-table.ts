import type { Reported } from './testing.ts';

/** One series of events that leads to each row of the table. */
export const ROWS = {
  treatment: [],
  paused: ['pause'],
  pregnant: ['positive'],
  'unsure, no positive before': ['unclear'],
  'unsure, after a positive': ['positive', 'negative'],
  'after-loss': ['loss'],
  stopped: ['stop'],
} satisfies Record<string, Reported[]>;
export type Row = keyof typeof ROWS;
export const COLUMNS = ['positive', 'negative', 'unclear', 'loss', 'pause', 'resume', 'stop'] as const;

export type Column = (typeof COLUMNS)[number];

/** As in the specification. A cell with two words says who may, and what it leads to. */
export const TABLE: Record<Row, Record<Column, string>> = {
  treatment: {
    positive: 'pregnant',
    negative: 'treatment',
    unclear: 'unsure',
    loss: 'after-loss',
    pause: 'paused',
    resume: '409',
    stop: 'stopped',
  },
  paused: {
    positive: 'pregnant',
    negative: 'paused',
    unclear: 'unsure',
    loss: 'after-loss',
    pause: 'paused',
    resume: 'treatment',
    stop: 'stopped',
  },
  pregnant: {
    positive: 'pregnant',
    negative: 'unsure',
    unclear: 'unsure',
    loss: 'after-loss',
    pause: '409',
    resume: '409',
    stop: 'stopped',
  },
  'unsure, no positive before': {
    positive: 'pregnant',
    negative: 'treatment',
    unclear: 'unsure',
    loss: 'after-loss',
    pause: 'paused',
    resume: '409',
    stop: 'stopped',
  },
  'unsure, after a positive': {
    positive: 'unsure',
    negative: 'unsure',
    unclear: 'unsure',
    loss: 'after-loss',
    pause: '409',
    resume: '409',
    stop: 'stopped',
  },
  'after-loss': {
    positive: 'after-loss',
    negative: 'after-loss',
    unclear: 'after-loss',
    loss: 'after-loss',
    pause: '409',
    resume: 'clinician: treatment',
    stop: 'stopped',
  },
  stopped: {
    positive: 'pregnant',
    negative: 'stopped',
    unclear: 'unsure',
    loss: 'after-loss',
    pause: '409',
    resume: 'team: treatment',
    stop: '409',
  },
};
