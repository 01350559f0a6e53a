import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { SignInFrame } from '@/team/shell/sign-in-frame.tsx';

type Props = { title: string; words: string; children: ReactNode };

/** A page with one message and its action, instead of the workspace. */
export function Message({ title, words, children }: Props) {
  const wordsId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  // Replaces another page, so screen readers read it from the heading on.
  useEffect(() => heading.current?.focus(), []);
  return (
    <SignInFrame>
      <h1 ref={heading} tabIndex={-1} aria-describedby={wordsId} className="text-title outline-none">
        {title}
      </h1>
      <p id={wordsId} className="mt-2 text-pretty text-soft">
        {words}
      </p>
      <div className="mt-6 flex flex-col gap-2">{children}</div>
    </SignInFrame>
  );
}
