import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { useHydrated } from '../use-hydrated.ts';

type Props = { onLogout: () => void; children: ReactNode };

/** For the steps before the portal opens: nothing around the page but the name, and a way out. */
export function AloneFrame({ onLogout, children }: Props) {
  const ready = useHydrated();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-5 pt-5 sm:px-10 sm:pt-7">
        <Logo />
        <Button look="quiet" disabled={!ready} className="-mr-4 disabled:opacity-100" onClick={onLogout}>
          Logout
        </Button>
      </header>
      <main className="mx-auto w-full max-w-3xl flex-1 px-5 py-10">{children}</main>
    </div>
  );
}
