import type { ReactNode } from 'react';
import { TeamLogo } from './team-logo.tsx';

/** One card in the middle of the paper, for every step on the way in. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-5 pt-6 sm:px-8">
        <TeamLogo />
      </header>
      <main className="flex flex-1 flex-col items-center px-4 pt-8 pb-16 sm:justify-center sm:pb-[14vh]">
        <div className="w-full max-w-115 rounded-card border border-line bg-card p-6 shadow-card sm:p-9">
          {children}
        </div>
      </main>
    </div>
  );
}
