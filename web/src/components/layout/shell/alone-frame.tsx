import type { ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Logo } from '@/components/layout/logo.tsx';

type Props = {
  /** The way out; without one its space is kept. */
  logout?: ReactNode;
  children: ReactNode;
};

const KEPT_PLACE = (
  <Button look="quiet" disabled className="disabled:opacity-100">
    Logout
  </Button>
);

/** For the steps before the portal opens: only the logo and a way out. */
export function AloneFrame({ logout = KEPT_PLACE, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center justify-between px-5 pt-5 sm:px-10 sm:pt-7">
        <Logo />
        <div className="-mr-4">{logout}</div>
      </header>
      <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col px-5 py-10 max-sm:pt-6">{children}</main>
    </div>
  );
}
