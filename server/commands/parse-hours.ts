import { CommandProblem } from './command-line.ts';

export type Block = { from: string; until: string };

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const TIME = '([01]\\d|2[0-3]):[0-5]\\d';
const BLOCK = new RegExp(`^(?<from>${TIME})-(?<until>${TIME}|24:00)$`);

export const dayName = (weekday: number): string => DAYS[weekday - 1]!;

/** 'mon', 'mon-fri' or 'mon,wed,sat' as ISO weekdays. */
export function parseDays(text: string | undefined): number[] {
  const days = (text ?? '').toLowerCase().split(',').flatMap(daysOf);
  return [...new Set(days)].sort((one, other) => one - other);
}

function daysOf(part: string): number[] {
  const [first, last = first] = part.split('-').map((name) => DAYS.indexOf(name.trim()) + 1);
  if (!first || !last || last < first) {
    throw new CommandProblem('--days: name them as mon, mon-fri or mon,wed,sat');
  }
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** '09:00-12:00,13:00-17:00', or 'none' for a day off. */
export function parseHours(text: string | undefined): Block[] {
  if (text === 'none') return [];
  const blocks = (text ?? '').split(',').map((part) => {
    const { from, until } = BLOCK.exec(part.trim())?.groups ?? {};
    if (!from || !until) {
      throw new CommandProblem('--hours: write them as 09:00-12:00,13:00-17:00, or none');
    }
    if (until <= from) throw new CommandProblem(`--hours: ${from}-${until} ends before it begins`);
    return { from, until };
  });
  const inOrder = blocks.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const clash = inOrder.find((block, at) => at > 0 && block.from < inOrder[at - 1]!.until);
  if (clash) throw new CommandProblem(`--hours: ${clash.from}-${clash.until} overlaps the hours before it`);
  return inOrder;
}
