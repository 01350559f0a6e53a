/** Loaded after the first screen: everything it doesn't need, and everything that must work offline later. */
import '@/components/layout/shell/menu-dialog.tsx';
import '@/patient/features/pending-entries/leave-dialog.tsx';
import '@/patient/features/pending-entries/pending-list.tsx';
import { keepFocus } from '@/components/layout/keep-focus.ts';
import { followBack } from '@/components/overlay/follow-back.ts';
import { QueryObserver } from '@tanstack/react-query';
import { callToJoin } from '@domain/next-step/calls.ts';
import { hasConsented } from '@domain/onboarding/access-gate.ts';
import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { knownAppointments } from '@/patient/features/appointments/queries.ts';
import { accessQuery } from '@/patient/features/customer/access-query.ts';
import { unreadQuery } from '@/patient/features/messages/unread-query.ts';
import { registerServiceWorker } from '@/lib/backend/register-service-worker.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { onTreatmentDayChange, treatmentDay } from '@/lib/entries/treatment-day.ts';
import { followTreatmentDay } from '@/lib/live/follow-treatment-day.ts';
import { watchTimers as watchEndings } from '@/lib/live/watch-timers.ts';

export { keepZone } from '@/patient/features/time-zone/keep-zone.ts';

followBack();
keepFocus();
registerServiceWorker();
if (!document.querySelector('link[rel=manifest]')) linkManifest();

/** Home's page loads without it (web/build/route-pages.ts). */
function linkManifest(): void {
  const link = Object.assign(document.createElement('link'), {
    rel: 'manifest',
    href: '/manifest.webmanifest',
  });
  document.head.append(link);
}

/** Follows the calls, and returns whether one can be joined. */
export function watchCalls(userId: string, onJoinable: (isOne: boolean) => void): () => void {
  const calls = new QueryObserver(queryClient, knownAppointments(userId));
  const look = () => onJoinable(callToJoin(calls.getCurrentResult().data ?? [], Date.now()) !== undefined);
  look();
  return calls.subscribe(look);
}

/** Follows the number of unread replies. Without both consents, Messages is closed and the server refuses. */
export function watchUnread(userId: string, onCount: (unread: number) => void): () => void {
  const access = queryClient.getQueryData(accessQuery(userId).queryKey);
  if (access && !hasConsented(access)) return () => undefined;
  return new QueryObserver(queryClient, unreadQuery(userId)).subscribe(({ data }) =>
    onCount(data?.unread ?? 0),
  );
}

/** Follows every device's timers, and returns whether a cap is in. */
export function watchTimers(userId: string, onCapIn: (isIn: boolean) => void): () => void {
  const look = () => onCapIn(isCapIn(treatmentDay(userId)));
  look();
  const endings = [onTreatmentDayChange(look), watchEndings(userId), followTreatmentDay(userId, queryClient)];
  return () => {
    for (const end of endings) end();
  };
}
