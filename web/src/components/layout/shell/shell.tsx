import { ArrowLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ErrorBoundary } from '@/components/feedback/error-boundary.tsx';
import { roundButton } from '@/components/action/icon-button.tsx';
import { Logo } from '@/components/layout/logo.tsx';
import { useStartAtTop } from '@/components/layout/use-start-at-top.ts';
import { Menu } from '@/components/overlay/menu.tsx';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { Navigation, type NavigationEntry, type NavigationNews } from './navigation.tsx';
import { PageProblem } from './page-problem.tsx';

type Props = {
  path: string;
  navigation: NavigationEntry[];
  news?: NavigationNews;
  /** The link for logging a test result. */
  logEntries: NavigationEntry[];
  /** Where the back arrow on small screens leads; null if there is no way back. */
  back: string | null;
  trail: Crumb[];
  title: string;
  children: ReactNode;
};

/** Navigation next to the page, breadcrumbs above it. Below 640 px the navigation is a sheet. */
export function Shell({ path, navigation, news, logEntries, back, trail, title, children }: Props) {
  const main = useStartAtTop(path);
  const within = [path, trail[0]?.to, back].find((place) => navigation.some(({ to }) => to === place));

  return (
    <div className="sm:grid sm:grid-cols-[279px_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-card/60 px-4.5 py-6 sm:block">
        <Link
          href="/home"
          aria-label="Béa"
          className="mb-6 ml-2.5 inline-flex min-h-11 items-center rounded-field"
        >
          <Logo />
        </Link>
        <Navigation {...{ path, within, news }} entries={navigation} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="flex min-h-16 items-center gap-1 border-b border-line py-1.5 pr-3 pl-2 sm:min-h-19.5 sm:gap-4 sm:px-6 lg:px-10">
          <div className="sm:hidden">
            <MenuSheet path={path} logo={<Logo />} hasNews={news !== undefined}>
              {(close) => (
                <>
                  <Navigation {...{ path, within, news }} entries={navigation} onFollow={close} />
                  <div className="mt-5 border-t border-line pt-5">
                    <Navigation label="Log test result" path={path} entries={logEntries} onFollow={close} />
                  </div>
                </>
              )}
            </MenuSheet>
          </div>
          {back && (
            <Link href={back} aria-label="Back" className={`${roundButton} -ml-1 sm:hidden`}>
              <ArrowLeft aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </Link>
          )}
          <Breadcrumbs trail={trail} title={title} />
          <Menu label="Log test result" icon={Plus} entries={logEntries} />
        </header>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="w-full max-w-6xl flex-1 px-4 pt-6 pb-14 sm:px-6 sm:pt-10 sm:pb-20 lg:px-10"
        >
          <ErrorBoundary key={path} fallback={<PageProblem />}>
            {children}
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}
