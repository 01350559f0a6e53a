import type { ApiResult } from './api.ts';
import type { ConversationsResult } from './conversations.ts';
import type { FrontEndResult } from './front-end.ts';
import type { GrowthResult } from './growth.ts';
import type { MonthResult } from './month.ts';
import type { RealtimeResult } from './realtime.ts';
import type { SlotsResult } from './slots.ts';
import type { ScenarioResult } from './soak/assert.ts';
import type { StartResult } from './start.ts';
import type { TodayResult } from './today.ts';
import type { WorkspaceResult } from './workspace.ts';

export type SoakResult = Record<string, ScenarioResult>;
export type Results = {
  machine: string;
  date: string;
  start?: StartResult;
  api?: ApiResult;
  slots?: SlotsResult;
  realtime?: RealtimeResult;
  growth?: GrowthResult;
  month?: MonthResult;
  workspace?: WorkspaceResult;
  conversations?: ConversationsResult;
  today?: TodayResult;
  frontEnd?: FrontEndResult;
  soak?: SoakResult;
};
