import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { isMine } from './words.ts';

/** A notification's whole text, because others in the room may see the screen. */
const NOTIFICATION_TEXT = 'Béa: an item needs you.';

const CHOICE = 'bea-team-notifications';
const listeners = new Set<() => void>();

type NotificationChoice = 'on' | 'off' | 'blocked' | 'none';

/** `none` if the browser has no notifications. Each browser asks separately. */
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

/** Their own items, or unassigned ones they can end. An item a colleague took needs no one else. */
const needs = (item: TodayItem, member: TeamSession): boolean =>
  isMine(item, member) || (item.mayEnd && item.takenBy === null);

const keysFor = (items: readonly TodayItem[], member: TeamSession): ReadonlySet<string> =>
  new Set(items.filter((item) => needs(item, member)).map(({ key }) => key));

/** Notifies this person of a new item while they look at something else. */
export function useNotifications(items: readonly TodayItem[] | undefined, member: TeamSession): void {
  const isOn = useNotificationChoice() === 'on';
  // The previous answer. Null before the first one, which the person is about to read.
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
  // One at a time: the newest notification replaces the previous one.
  const notification = new Notification(NOTIFICATION_TEXT, { tag: 'bea-today' });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
