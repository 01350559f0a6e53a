import type { ReactNode } from 'react';

type Props = {
  /** The page's title, its one h1. */
  children: string;
  caption?: string;
  intro?: ReactNode;
  /** For designs that show the title on larger screens only, or not at all; screen readers still read it. */
  hidden?: 'on-small' | 'always' | undefined;
};

const visibility = { 'on-small': 'max-sm:sr-only', always: 'sr-only' };

export function PageHeading({ children, caption, intro, hidden }: Props) {
  return (
    <div className={`mb-7 ${hidden ? visibility[hidden] : ''}`}>
      {caption && <p className="caption mb-1">{caption}</p>}
      <h1 className="text-title sm:text-display">{children}</h1>
      {intro && <p className="mt-2 max-w-prose text-lead text-soft">{intro}</p>}
    </div>
  );
}
