import { useId, type ReactNode } from 'react';

/** One primitive, with its name and its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-specimen={name} className="border-t border-line py-7">
      <h2 id={id} className="caption mb-4">
        {name}
      </h2>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
