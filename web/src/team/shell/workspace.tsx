import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { ErrorBoundary } from '@/components/feedback/error-boundary.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { PageProblem } from '@/components/layout/shell/page-problem.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { watchTeam } from '@/lib/live/watch-team.ts';
import { importAgain } from '@/lib/backend/import-again.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { useUrgentCount } from '@/team/features/today/use-urgent-count.ts';
import { SessionEnds } from '@/team/features/presence/session-ends.tsx';
import { StillThere } from '@/team/features/presence/still-there.tsx';
import type { AtWork } from '@/team/features/presence/use-presence.ts';
import { isFor, pageAt } from '@/team/pages.ts';
import { NotForRole, NotFound } from '@/team/routes/titles.tsx';
import { Shell } from './shell.tsx';

type Screen = ComponentType<{ member: TeamSession; path: string }>;
const screenOf = (load: () => Promise<{ default: Screen }>) =>
  lazy(() => load().catch((error: unknown) => importAgain<{ default: Screen }>(error)));

/** By path. Each one loads when it is opened. */
const SCREENS: Record<string, Screen> = {
  '/team': screenOf(() => import('@/team/routes/today.tsx')),
  '/team/messages': screenOf(() => import('@/team/routes/messages.tsx')),
  '/team/patients': screenOf(() => import('@/team/routes/patients.tsx')),
  '/team/calendar': screenOf(() => import('@/team/routes/calendar.tsx')),
  '/team/invitations': screenOf(() => import('@/team/routes/invitations.tsx')),
  '/team/people': screenOf(() => import('@/team/routes/people.tsx')),
  '/team/clinic': screenOf(() => import('@/team/routes/clinic.tsx')),
  '/team/access-log': screenOf(() => import('@/team/routes/access-log.tsx')),
  '/team/schedules': screenOf(() => import('@/team/routes/schedules.tsx')),
  '/team/calls': screenOf(() => import('@/team/routes/call.tsx')),
  '/team/account': screenOf(() => import('@/team/routes/account.tsx')),
};

type Props = {
  member: TeamSession;
  path: string;
  /** They have just signed in. */
  isNew: boolean;
  atWork: AtWork;
};

/** A page for someone with access, as long as they have it. */
export function Workspace({ member, path, isNew, atWork }: Props) {
  const { presence, until, staySignedIn, reportNow } = atWork;

  // Opening a page checks the person again, so that a changed role or a deactivation counts at the next
  // click.
  const opened = useRef(path);
  useEffect(() => {
    if (opened.current === path) return;
    opened.current = path;
    reportNow();
  }, [path, reportNow]);

  useEffect(() => watchTeam(queryClient, member.role), [member.role]);
  useUrgentCount(member);

  const page = (
    <>
      <View member={member} path={path} />
      <StillThere open={presence === 'asked'} at={until} onStay={staySignedIn} />
      <SessionEnds open={presence === 'ending'} at={until} />
    </>
  );
  // A call uses the whole window.
  if (placeOf(path) === '/team/calls' && member.role !== 'administrator')
    return (
      <ErrorBoundary key={path} fallback={<PageProblem />}>
        {page}
      </ErrorBoundary>
    );
  return (
    <Shell member={member} path={path} isNew={isNew}>
      {page}
    </Shell>
  );
}

/** Patients and calls each have their own page below the list. */
const placeOf = (path: string): string => /^(\/team\/(?:patients|calls))\/[^/]+$/.exec(path)?.[1] ?? path;

function View({ member, path }: Pick<Props, 'member' | 'path'>) {
  const page = pageAt(placeOf(path));
  if (!page) return <NotFound />;
  if (!isFor(page, member.role)) return <NotForRole title={page.title} />;
  const Screen = SCREENS[page.path]!;
  return (
    <Suspense fallback={<LoadingBlock label="Loading....." lines={6} />}>
      <Screen member={member} path={path} />
    </Suspense>
  );
}
