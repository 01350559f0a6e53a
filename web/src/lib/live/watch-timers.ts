import { DISCREET_NOTICE } from '@domain/copy/discreet-notice.ts';
import { endings } from '@domain/treatment-day/treatment-day.ts';
import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { onTreatmentDayChange, treatmentDay } from '@/lib/entries/treatment-day.ts';

/** A sleeping device runs no timers, so the clock is looked at now and then as well. */
const LOOK_AGAIN = 30_000;
/** A second notification replaces the first. */
const TAG = 'bea-timer';

/** Notifies on this device that a timer has ended, wherever in the portal the patient is. */
export function watchTimers(userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look() {
    clearTimeout(timer);
    const running = endings(treatmentDay(userId)).filter(({ at }) => !isAnnounced(userId, at));
    const now = Date.now();
    for (const { at } of running.filter((ending) => ending.at <= now)) tellOnce(userId, at);
    const next = Math.min(...running.map(({ at }) => at).filter((at) => at > now));
    if (next < Infinity) timer = setTimeout(look, Math.min(next - now, LOOK_AGAIN));
  }

  look();
  const stopListening = onTreatmentDayChange(look);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', look);
  };
}

const placeOf = (userId: string) => `bea-timer-announced:${userId}`;
const isAnnounced = (userId: string, at: number) => Number(localStorage.getItem(placeOf(userId)) ?? 0) >= at;

/** Kept on the device, so that neither a reload nor a second tab says it again. */
function tellOnce(userId: string, at: number): void {
  keepOnDevice(userId, placeOf(userId), String(at));
  notify().catch((error: unknown) => logFailure('The notification could not be shown', error));
}

async function notify(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { title, body } = DISCREET_NOTICE;
  // Phones show notifications through a service worker only.
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) return registration.showNotification(title, { body, tag: TAG });
  const notification = new Notification(title, { body, tag: TAG });
  notification.addEventListener('click', () => window.focus());
}
