import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { ErrorBoundary } from '@/components/feedback/error-boundary.tsx';
import { MenuSheet } from '@/components/layout/shell/menu-sheet.tsx';
import { PageProblem } from '@/components/layout/shell/page-problem.tsx';
import { useStartAtTop } from '@/components/layout/use-start-at-top.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { pagesFor } from '@/team/pages.ts';
import { Initials } from '@/components/layout/initials.tsx';
import { Navigation } from './navigation.tsx';
import { SignedInAs } from './signed-in-as.tsx';
import { TeamLogo } from './team-logo.tsx';

type Props = { member: TeamSession; path: string; isNew: boolean; children: ReactNode };

/** The navigation next to the page. Below 768 px it is a sheet. */
export function Shell({ member, path, isNew, children }: Props) {
  const pages = pagesFor(member.role);
  const main = useStartAtTop(path);

  // Sign-in was another page, and its focus is gone.
  useEffect(() => {
    if (isNew) main.current?.focus();
  }, [isNew, main]);

  return (
    <div className="md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line bg-card/60 px-3.5 pt-5 pb-4 md:flex">
        <Link href="/team" className="mb-4 ml-2 inline-flex min-h-11 items-center rounded-field">
          <TeamLogo />
        </Link>
        <Navigation pages={pages} path={path} />
        <div className="sticky bottom-0 mt-auto pt-4">
          <SignedInAs member={member} path={path} />
        </div>
      </aside>
      <div className="min-w-0">
        <header className="flex min-h-16 items-center gap-1 border-b border-line py-1.5 pr-4 pl-2 md:hidden">
          <MenuSheet path={path} logo={<TeamLogo />}>
            {(close) => (
              <>
                <Navigation pages={pages} path={path} onFollow={close} />
                <div className="mt-auto pt-4">
                  <SignedInAs member={member} path={path} onFollow={close} />
                </div>
              </>
            )}
          </MenuSheet>
          <div className="flex flex-1 items-center">
            <TeamLogo />
          </div>
          <Initials name={member.name} />
        </header>
        <main id="main" ref={main} tabIndex={-1} className="w-full px-4 pt-5 pb-14 md:px-7 md:pt-6">
          <ErrorBoundary key={path} fallback={<PageProblem />}>
            {children}
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}
