import type { ReactNode } from 'react';
import { Logo } from '@/components/layout/logo.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';

type Props = { title: string; picture?: ReactNode; children: ReactNode };

/** A whole screen with one message. */
export function MessagePage({ title, picture, children }: Props) {
  useDocumentTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-5 pt-6 sm:px-10 sm:pt-8">
        <Logo />
      </header>
      <main className="rise m-auto w-full max-w-lg px-5 pt-8 pb-24 text-center">
        {picture}
        <h1 className="text-title sm:text-display">{title}</h1>
        <div className="mt-3 space-y-3 text-lead text-soft">{children}</div>
      </main>
    </div>
  );
}
