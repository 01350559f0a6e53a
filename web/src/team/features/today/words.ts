import type { TodayItem } from '@domain/contracts/team-today.ts';
import { instantFromIso, MINUTE, type Instant } from '@domain/time/instant.ts';
import { comingDay, timeOf } from '@/lib/care-team/times.ts';

export type Part = 'Mine' | 'Unassigned' | 'All';
export const PARTS: readonly Part[] = ['Mine', 'Unassigned', 'All'];

/** Whose an item is: whoever took it, or else got it or has it by right. */
const holderOf = ({ takenBy, ownedBy }: TodayItem): string | null => (takenBy ?? ownedBy)?.id ?? null;

export function itemsIn(part: Part, items: readonly TodayItem[], me: string): readonly TodayItem[] {
  if (part === 'All') return items;
  return items.filter((item) => holderOf(item) === (part === 'Mine' ? me : null));
}

export type Due = { by: string; left: string; isOverdue: boolean };

/** 'Due by 3:00 pm' and below it 'Overdue 17 min', 'in 48 min', 'today' or 'Sat, Nov 21'. */
export function dueWords(dueAt: string, zone: string, now: Instant): Due {
  const left = Math.floor((instantFromIso(dueAt) - now) / MINUTE);
  const by = `Due by ${timeOf(dueAt, zone)}`;
  if (left < 0) return { by, left: `Overdue ${spanOf(-left)}`, isOverdue: true };
  if (left < 120) return { by, left: `in ${spanOf(left)}`, isOverdue: false };
  return { by, left: comingDay(dueAt, zone, now), isOverdue: false };
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** '17 min', '1 h 8 min', '3 days' */
function spanOf(minutes: number): string {
  if (minutes >= 2 * DAY) return `${Math.floor(minutes / DAY)} days`;
  if (minutes < HOUR) return `${minutes} min`;
  return `${Math.floor(minutes / HOUR)} h ${minutes % HOUR} min`;
}

const OWNERS: Record<TodayItem['owner'], string> = {
  coach: 'For a coach',
  clinician: 'For a clinician',
  administrator: 'For an administrator',
  host: 'For the call’s host',
};

/** 'Taken by you', 'With Imani Brooks', 'Nobody has it' */
export function holderWords(item: TodayItem, me: string): string {
  const nameOf = ({ id, name }: { id: string; name: string }) => (id === me ? 'you' : name);
  if (item.takenBy) return `Taken by ${nameOf(item.takenBy)}`;
  if (item.ownedBy) return `With ${nameOf(item.ownedBy)}`;
  const isLate = isWaitingMessage(item) && item.owner === 'clinician';
  return `${isLate ? 'For every coach and clinician' : OWNERS[item.owner]}, nobody has it`;
}

const isWaitingMessage = ({ rule }: TodayItem): boolean => rule === 'message-waits';

/** Where 'Done' is not this person's to say. */
export function endWords(item: TodayItem): string {
  if (isWaitingMessage(item)) return 'Ends with an answer';
  return item.owner === 'host' ? 'Closed by the call’s host' : 'Closed by a clinician';
}

const FIT: Record<TodayItem['owner'], readonly string[]> = {
  coach: ['coach', 'clinician'],
  host: ['coach', 'clinician'],
  clinician: ['clinician'],
  administrator: ['administrator'],
};

/** Whom it may be given to, by their role. */
export const fitRoles = (item: TodayItem): readonly string[] =>
  FIT[isWaitingMessage(item) ? 'coach' : item.owner];

/** The call that an item asks about. */
export const callOf = ({ rule, key }: TodayItem): string | null =>
  rule === 'call-without-outcome' ? key.slice(key.indexOf(':') + 1) : null;

/** Where an item leads: to the patient's record, and of a message to its conversation. */
export const addressOf = ({ rule, key }: TodayItem, { id }: { id: string }): string =>
  rule === 'message-waits' || rule === 'message-unread'
    ? `/team/patients/${id}?do=messages&note=${key.slice(key.indexOf(':') + 1)}`
    : `/team/patients/${id}`;
