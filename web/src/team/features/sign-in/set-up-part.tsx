import type { ReactNode } from 'react';

/** One step of setting up an app. */
export function SetUpPart({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) {
  return (
    <section>
      <h2 className="mb-2 flex items-center gap-3 font-sans font-semibold">
        <span className="grid size-7 shrink-0 place-items-center rounded-full bg-blush text-small text-brand-ink tabular-nums">
          {number}
        </span>
        {title}
      </h2>
      <div className="sm:pl-10">{children}</div>
    </section>
  );
}
