import { useId, type ReactNode } from 'react';

type Props = {
  title: string;
  about: ReactNode;
  /** Shown next to the title, such as 'Add template'. */
  action?: ReactNode;
  children?: ReactNode;
};

/** One section of a workspace page. */
export function SectionCard({ title, about, action, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="overflow-clip rounded-card border border-line bg-card p-5 shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id={id} className="text-[1.25rem]">
            {title}
          </h2>
          <p className="max-w-160 text-small text-pretty text-soft">{about}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
