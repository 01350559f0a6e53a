import { lazy, Suspense, type ReactNode } from 'react';
import { hasDemo } from '@/lib/backend/config.ts';
import { TeamLogo } from './team-logo.tsx';

const DemoDesk = lazy(() => import('@/product-components/demo-desk/demo-desk.tsx'));

/** One centered card, for every step of signing in. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex min-h-dvh flex-col">
      <header className="px-5 pt-6 sm:px-8">
        <TeamLogo />
      </header>
      <main className="flex flex-1 flex-col items-center px-4 pt-8 pb-20 sm:justify-center sm:pb-[max(5rem,14vh)]">
        <div className="w-full max-w-115 rounded-card border border-line bg-card p-6 shadow-card sm:p-9">
          {children}
        </div>
      </main>
      {hasDemo() && (
        <Suspense>
          <DemoDesk />
        </Suspense>
      )}
    </div>
  );
}
