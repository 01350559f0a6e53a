import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { SignInFrame } from '@/team/shell/sign-in-frame.tsx';

type Props = { title: string; words: string; children: ReactNode };

/** Instead of the workspace: one thing to know, and what can be done about it. */
export function Message({ title, words, children }: Props) {
  useDocumentTitle(title);
  return (
    <SignInFrame>
      <div role="alert">
        <h1 className="text-title">{title}</h1>
        <p className="mt-2 text-soft">{words}</p>
      </div>
      <div className="mt-6 flex flex-col gap-2">{children}</div>
    </SignInFrame>
  );
}
