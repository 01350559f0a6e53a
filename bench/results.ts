import { join } from 'node:path';
import type { ApiResult } from './api.ts';
import type { FrontEndResult } from './front-end.ts';
import type { GrowthResult } from './growth.ts';
import type { SlotsResult } from './slots.ts';
import type { StartResult } from './start.ts';

export const RESULTS = join(import.meta.dirname, 'results.json');
export const README = join(import.meta.dirname, '../README.md');

export type Results = {
  machine: string;
  date: string;
  start?: StartResult;
  api?: ApiResult;
  slots?: SlotsResult;
  growth?: GrowthResult;
  frontEnd?: FrontEndResult;
};
