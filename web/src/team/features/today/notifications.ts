import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { isMine } from './words.ts';

/** All that a notification says: a screen is in a room. */
const NOTIFICATION_TEXT = 'Béa: an item needs you.';

const CHOICE = 'bea-team-notifications';
const listeners = new Set<() => void>();

type NotificationChoice = 'on' | 'off' | 'blocked' | 'none';

/** `none` where the browser has no notifications. A choice of this browser: another one asks again. */
function choice(): NotificationChoice {
  if (typeof Notification === 'undefined') return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && localStorage.getItem(CHOICE) === 'on' ? 'on' : 'off';
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useNotificationChoice = (): NotificationChoice => useSyncExternalStore(subscribe, choice);

/** The browser asks the person the first time. */
export async function turnNotifications(to: 'on' | 'off'): Promise<void> {
  if (to === 'on') await Notification.requestPermission();
  if (to === 'on') localStorage.setItem(CHOICE, 'on');
  else localStorage.removeItem(CHOICE);
  for (const tell of listeners) tell();
}

/** Theirs, or everyone's that they can end: what a colleague took needs no one else. */
const needs = (item: TodayItem, member: TeamSession): boolean =>
  isMine(item, member) || (item.mayEnd && item.takenBy === null);

const keysFor = (items: readonly TodayItem[], member: TeamSession): ReadonlySet<string> =>
  new Set(items.filter((item) => needs(item, member)).map(({ key }) => key));

/** Says so when an item has come that needs this person while they look at something else. */
export function useNotifications(items: readonly TodayItem[] | undefined, member: TeamSession): void {
  const isOn = useNotificationChoice() === 'on';
  // Of the last answer; null before the first, which is what they came to read.
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!items) return;
    const before = known.current;
    known.current = keysFor(items, member);
    const isNew = before !== null && [...known.current].some((key) => !before.has(key));
    if (isOn && isNew && !document.hasFocus()) notify();
  }, [isOn, items, member]);
}

function notify(): void {
  // One at a time, whatever comes: the newest takes the place of the one before.
  const notification = new Notification(NOTIFICATION_TEXT, { tag: 'bea-today' });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
