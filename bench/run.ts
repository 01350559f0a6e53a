import { measureApi } from './api.ts';
import { measureConversations } from './conversations.ts';
import { measureFrontEnd } from './front-end.ts';
import { measureGrowth } from './growth.ts';
import { measureMonth } from './month.ts';
import { measureRealtime } from './realtime.ts';
import { keepResults } from './results.ts';
import { measureSlots } from './slots.ts';
import { measureStart } from './start.ts';
import { rowsOf } from './table.ts';
import { measureToday } from './today.ts';
import { measureWorkspace } from './workspace.ts';

/**
 * `npm run bench`, or `npm run bench -- api start`: measures, prints the table, and stores it in
 * results.json and the README.
 */
const PARTS = {
  start: measureStart,
  api: measureApi,
  slots: measureSlots,
  realtime: measureRealtime,
  growth: () => measureGrowth(),
  month: () => measureMonth(),
  workspace: () => measureWorkspace(),
  conversations: () => measureConversations(),
  today: () => measureToday(),
  frontEnd: measureFrontEnd,
} as const;

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  throw new Error(`There are ${Object.keys(PARTS).join(', ')}; not ${unknown.join(', ')}.`);
}

for (const part of (requested.length > 0 ? requested : Object.keys(PARTS)) as (keyof typeof PARTS)[]) {
  console.log(`measuring ${part} …`);
  const begun = performance.now();
  const measured = await PARTS[part]();
  console.log(`  in ${Math.round((performance.now() - begun) / 1000)} s`);
  await keepResults(() => ({ [part]: measured }));
}
const results = await keepResults(() => ({}));
console.log(`\n${results.machine}, ${results.date}`);
console.table(rowsOf(results));
