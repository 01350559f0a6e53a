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

/** Who an item is assigned to: the person who took it, else the one who got it or owns it by default. */
const holderIdOf = ({ takenBy, ownedBy }: TodayItem): string | null => (takenBy ?? ownedBy)?.id ?? null;

/** Taken by this person, handed off to them, or theirs by default. */
export const isMine = (item: TodayItem, { id }: Pick<TeamSession, 'id'>): boolean => holderIdOf(item) === id;

export function itemsIn(part: Part, items: readonly TodayItem[], me: string): readonly TodayItem[] {
  if (part === 'All') return items;
  return items.filter((item) => holderIdOf(item) === (part === 'Mine' ? me : null));
}

export type Due = { isOverdue: boolean; first: string; second: string };

/**
 * 'Due by 3:00 pm' and 'in 48 min', 'today' or 'Sat, Nov 21'. Once that has passed, 'Overdue 17 min' and 'Due
 * by 1:55 pm'.
 */
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

/** Below the time it ends a sentence, so it is lowercase, except for a day's name. */
const lowered = (day: string): string => (day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : day);

const OWNERS: Record<TodayItem['owner'], string> = {
  coach: 'Unassigned, needs a coach',
  clinician: 'Unassigned, needs a clinician',
  administrator: 'Unassigned, needs an administrator',
  host: 'Unassigned, needs the call’s host',
};

export type Holder = { name: string | null; isMe: boolean; words: string; who: string; since: string };

/**
 * 'Taken by' 'you' ', 1:05 pm' or on another day ', Nov 15'; 'With' 'Imani Brooks'; or 'Unassigned', with the
 * role if it is another one.
 */
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

/** Shown if this person can't end it. */
export function endWords(item: TodayItem): string {
  if (endsOf(item).acts.includes('reply')) return 'Ends with a reply';
  return item.owner === 'host'
    ? 'Only the call’s host or a clinician can do this'
    : 'Only a clinician can mark this done';
}

/** The roles it may be assigned to. */
export const fitRoles = (item: TodayItem): readonly TeamRole[] =>
  TeamRole.options.filter((role) => isFitFor(item, role));

/** The call an item asks about. */
export const callOf = ({ rule, key }: TodayItem): string | null =>
  rule === callWithoutOutcome.id ? factOf({ key }) : null;

const factOf = ({ key }: Pick<TodayItem, 'key'>): string => key.slice(key.indexOf(':') + 1);

/**
 * Tells two patients with the same name apart, and is what staff ask callers for: the date of birth, else the
 * first letters of the email.
 */
export const secondIdentifier = ({ name, birthDate, email }: NonNullable<TodayItem['patient']>): string =>
  // If two share a name, the name already includes it.
  birthDate && !name.includes(', born ') ? `born ${longDay(birthDate)}` : firstLetters(email);

/** An item's link: the patient's record, or for a message its conversation. */
export const addressOf = (item: TodayItem, { id }: { id: string }): string =>
  isAboutAMessage(item) ? `/team/patients/${id}?do=messages&note=${factOf(item)}` : `/team/patients/${id}`;

/** Before the call opens: 'Starts in 3 min', or 'Join opens at 4:20 pm' for its host. */
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
