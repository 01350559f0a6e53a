import '@/lib/backend/zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AloneFrame } from '@/components/layout/shell/alone-frame.tsx';
import { Shell } from '@/components/layout/shell/shell.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { accessQuery } from '@/patient/features/customer/access-query.ts';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { Logout } from '@/patient/features/pending-entries/logout.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { zoneChanges } from '@/lib/dates/select-zone.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { watchChanges } from '@/lib/live/watch-changes.ts';
import { whenIdle } from '@/lib/live/when-idle.ts';
import { watchPendingEntries } from '@/lib/entries/send-pending.ts';
import { beginLoaded } from '@/lib/live/begin-loaded.ts';
import { Gate } from './gate.tsx';
import { backFrom, logEntries, navigation } from '@/patient/navigation.ts';
import { PageView } from './page-view.tsx';
import type { Page } from '@/patient/pages.ts';

const Pinned = lazy(() => import('@/patient/across-features/pinned.tsx'));

type Props = { page: Page; user: SignedInUser };

/** The page's first content, and the gate's questions before it. */
export function prefetch(page: Page, user: SignedInUser): Promise<unknown> {
  const access = page.frame === 'layout' && queryClient.prefetchQuery(accessQuery(user.id));
  return Promise.all([access, page.prefetch(user)]);
}

/** A page with everything around it. */
export default function Portal({ page, user }: Props) {
  const [path] = useLocation();
  const title = page.titleFor(new URLSearchParams(useSearch()));
  useDocumentTitle(title);
  useEffect(() => void page.prefetch(user), [page, user]);
  useEffect(() => watchPendingEntries(user.id), [user.id]);
  const [isCapIn, setCapIn] = useState(false);
  useEffect(() => watchTimers(user.id, setCapIn), [user.id]);
  const [isCallOpen, setCallOpen] = useState(false);
  const hasCalls = page.frame === 'layout';
  useEffect(() => (hasCalls ? watchCalls(user.id, setCallOpen) : undefined), [user.id, hasCalls]);
  const [unread, setUnread] = useState(0);
  useEffect(() => (hasCalls ? watchUnread(user.id, setUnread) : undefined), [user.id, hasCalls]);
  useEffect(() => watchChanges(user.id, queryClient), [user.id]);
  useEffect(() => void afterFirstScreen().then(({ keepZone }) => keepZone(user.id)), [user.id]);
  useSyncExternalStore(zoneChanges.subscribe, shownZone);
  const view = <PageView key={page.path} page={page} title={title} />;
  return (
    <QueryClientProvider client={queryClient}>
      {page.frame === 'alone' ? (
        <AloneFrame logout={<Logout look="quiet" />}>{view}</AloneFrame>
      ) : (
        <Shell
          path={path}
          navigation={navigation}
          {...(unread > 0 && { news: { '/support': `${unread} unread` } })}
          logEntries={logEntries}
          back={backFrom(page.path)}
          trail={page.trail}
          title={title}
        >
          <Gate user={user} page={page}>
            {view}
          </Gate>
        </Shell>
      )}
      {(isCapIn || isCallOpen) && (
        <Suspense>
          <Pinned userId={user.id} path={path} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

/** A timer of hours can wait until after the first screen, and so can its bar. */
const afterFirstScreen = async () => {
  await new Promise<void>((idle) => whenIdle(queryClient, idle));
  return import('./after-first-screen.ts');
};

type Tell = (isOne: boolean) => void;

const watchTimers = (userId: string, onCapIn: Tell) =>
  beginLoaded(
    async () => (await afterFirstScreen()).watchTimers(userId, onCapIn),
    'Timers could not be checked',
  );

const watchUnread = (userId: string, onCount: (unread: number) => void) =>
  beginLoaded(
    async () => (await afterFirstScreen()).watchUnread(userId, onCount),
    'Unread messages cannot be counted',
  );

function watchCalls(userId: string, onJoinable: Tell) {
  // Requested with the page's own data, so that no request comes after it.
  void queryClient.prefetchQuery(appointmentsQuery(userId));
  return beginLoaded(
    async () => (await afterFirstScreen()).watchCalls(userId, onJoinable),
    'Live updates for calls failed',
  );
}
