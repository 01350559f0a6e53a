import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Logo } from '../ui/logo.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { Navigation, type NavigationEntry } from './navigation.tsx';

type Props = {
  path: string;
  navigation: NavigationEntry[];
  trail: { label: string; to?: string }[];
  title: string;
  children: ReactNode;
};

/** Navigation beside the page, breadcrumbs above it. Below 640 px the navigation is a sheet. */
export function Shell({ path, navigation, trail, title, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);

  // A new page starts at its top, for the eye and for the screen reader alike.
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className="sm:grid sm:grid-cols-[279px_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-card/60 px-4.5 py-6 sm:block">
        <Link href="/home" aria-label="Béa, home" className="mb-6 ml-2.5 inline-block rounded-field">
          <Logo />
        </Link>
        <Navigation path={path} entries={navigation} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="flex h-16 items-center gap-2 border-b border-line px-4 sm:h-19.5 sm:px-10">
          <MenuSheet path={path} entries={navigation} />
          <Breadcrumbs trail={trail} title={title} />
        </header>
        <main id="main" ref={main} tabIndex={-1} className="w-full max-w-5xl px-4 py-7 sm:px-10 sm:py-10">
          {children}
        </main>
      </div>
    </div>
  );
}
