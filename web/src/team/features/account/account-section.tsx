import { useId, type ReactNode } from 'react';

type Props = { title: string; about: ReactNode; children?: ReactNode };

/** One part of ‘Your account’. */
export function AccountSection({ title, about, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="overflow-clip rounded-card border border-line bg-card p-5 shadow-card"
    >
      <h2 id={id} className="text-[1.25rem]">
        {title}
      </h2>
      <p className="max-w-160 text-small text-pretty text-soft">{about}</p>
      {children && <div className="mt-4">{children}</div>}
    </section>
  );
}
