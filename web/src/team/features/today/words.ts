import { TeamRole, type TeamSession } from '@domain/contracts/team/team-session.ts';
import type { TodayAppointment, TodayItem } from '@domain/contracts/team/team-today.ts';
import { JOIN_MINUTES_BEFORE } from '@domain/booking/join-window.ts';
import { isAboutAMessage } from '@domain/worklist/about-a-message.ts';
import { endsOf } from '@domain/worklist/ends.ts';
import { isFitFor } from '@domain/worklist/who-may-end.ts';
import { callWithoutOutcome } from '@domain/worklist/rules/call-without-outcome.ts';
import { instantFromIso, isoFromInstant, MINUTE, type Instant } from '@domain/time/instant.ts';
import { longDay } from '@domain/time/words.ts';
import { firstLetters } from '@/lib/care-team/first-letters.ts';
import { comingDay, shortDayOf, timeOf } from '@/lib/care-team/times.ts';

export type Owner = TodayItem['owner'];
export type Part = 'Mine' | 'Unassigned' | 'All';
export const PARTS: readonly Part[] = ['Mine', 'Unassigned', 'All'];

/** Whose an item is: anyone who took it, or else got it or has it by right. */
const holderIdOf = ({ takenBy, ownedBy }: TodayItem): string | null => (takenBy ?? ownedBy)?.id ?? null;

/** Taken by this person, handed to them, or theirs by right. */
export const isMine = (item: TodayItem, { id }: Pick<TeamSession, 'id'>): boolean => holderIdOf(item) === id;

export function itemsIn(part: Part, items: readonly TodayItem[], me: string): readonly TodayItem[] {
  if (part === 'All') return items;
  return items.filter((item) => holderIdOf(item) === (part === 'Mine' ? me : null));
}

export type Due = { isOverdue: boolean; first: string; second: string };

/** 'Due by 3:00 pm' and 'in 48 min', 'today' or 'Sat, Nov 21'; once that has passed 'Overdue 17 min' and 'Due by 1:55 pm'. */
export function dueWords(dueAt: string, zone: string, now: Instant): Due {
  const left = Math.floor((instantFromIso(dueAt) - now) / MINUTE);
  const by = `Due by ${timeOf(dueAt, zone)}`;
  if (left >= 0) {
    const second = left < 2 * HOUR ? `in ${spanOf(left)}` : lowered(comingDay(dueAt, zone, now));
    return { isOverdue: false, first: by, second };
  }
  const day = shortDayOf(dueAt, zone, now);
  return {
    isOverdue: true,
    first: `Overdue ${spanOf(-left)}`,
    second: day === 'Today' ? by : `Due by ${day}`,
  };
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** '17 min', '1 h 8 min', '5 h', '3 days' */
function spanOf(minutes: number): string {
  if (minutes >= 2 * DAY) return `${Math.floor(minutes / DAY)} days`;
  if (minutes < HOUR) return `${minutes} min`;
  const hours = `${Math.floor(minutes / HOUR)} h`;
  return minutes < 2 * HOUR && minutes % HOUR > 0 ? `${hours} ${minutes % HOUR} min` : hours;
}

/** Below the time it ends a sentence; a day's own name keeps its letter. */
const lowered = (day: string): string => (day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : day);

const OWNERS: Record<TodayItem['owner'], string> = {
  coach: 'Unassigned, needs a coach',
  clinician: 'Unassigned, needs a clinician',
  administrator: 'Unassigned, needs an administrator',
  host: 'Unassigned, needs the call’s host',
};

export type Holder = { name: string | null; isMe: boolean; words: string; who: string; since: string };

/** 'Taken by' 'you' ', 1:05 pm' or on another day ', Nov 15', 'With' 'Imani Brooks'; or 'Unassigned', and for whom it is where that is another role. */
export function holderOfItem(item: TodayItem, { id, role, timeZone }: TeamSession, now: Instant): Holder {
  const { takenBy, takenAt, ownedBy } = item;
  const holder = takenBy ?? ownedBy;
  if (holder) {
    const isMe = holder.id === id;
    const day = takenBy && takenAt ? shortDayOf(takenAt, timeZone, now) : null;
    const since = day === 'Today' ? timeOf(takenAt!, timeZone) : day;
    return {
      name: holder.name,
      isMe,
      words: takenBy ? 'Taken by' : 'With',
      who: isMe ? 'you' : holder.name,
      since: since === null ? '' : `, ${since}`,
    };
  }
  const isLate = endsOf(item).acts.includes('reply') && item.owner === 'clinician';
  const words = isLate
    ? 'Unassigned, open to any coach or clinician'
    : item.owner === role
      ? 'Unassigned'
      : OWNERS[item.owner];
  return { name: null, isMe: false, words, who: '', since: '' };
}

/** Where ending it is not this person's to do. */
export function endWords(item: TodayItem): string {
  if (endsOf(item).acts.includes('reply')) return 'Ends with a reply';
  return item.owner === 'host'
    ? 'Only the call’s host or a clinician can do this'
    : 'Only a clinician can mark this done';
}

/** Whom it may be given to, by their role. */
export const fitRoles = (item: TodayItem): readonly TeamRole[] =>
  TeamRole.options.filter((role) => isFitFor(item, role));

/** The call that an item asks about. */
export const callOf = ({ rule, key }: TodayItem): string | null =>
  rule === callWithoutOutcome.id ? factOf({ key }) : null;

const factOf = ({ key }: Pick<TodayItem, 'key'>): string => key.slice(key.indexOf(':') + 1);

/** Two of one name are told apart by it, and it is what staff ask a caller for: the date of birth, else the email's first letters. */
export const secondIdentifier = ({ name, birthDate, email }: NonNullable<TodayItem['patient']>): string =>
  // Of two with the same name the name says it already.
  birthDate && !name.includes(', born ') ? `born ${longDay(birthDate)}` : firstLetters(email);

/** Where an item leads: to the patient's record, and of a message to its conversation. */
export const addressOf = (item: TodayItem, { id }: { id: string }): string =>
  isAboutAMessage(item) ? `/team/patients/${id}?do=messages&note=${factOf(item)}` : `/team/patients/${id}`;

/**
 * Before it can be joined: 'Starts in 3 min' for anyone who does not host it, 'Join opens at 4:20 pm' for
 * the host.
 */
export function callWords(
  call: TodayAppointment,
  { id, timeZone }: TeamSession,
  now: Instant,
): string | null {
  const startsAt = instantFromIso(call.startsAt);
  if (now >= startsAt) return null;
  const left = Math.ceil((startsAt - now) / MINUTE);
  if (call.joinUrl !== null || left <= JOIN_MINUTES_BEFORE) return `Starts in ${left} min`;
  if (call.host.id !== id) return null;
  return `Join opens at ${timeOf(isoFromInstant(startsAt - JOIN_MINUTES_BEFORE * MINUTE), timeZone)}`;
}
