import { Orbit } from './art/orbit.tsx';

/** An honest card for a part of the portal that is not open yet. */
export function OpensSoon({ children }: { children: string }) {
  return (
    <section className="rise grid overflow-hidden rounded-card border border-line bg-card shadow-card sm:grid-cols-[1fr_15rem]">
      <div className="order-2 flex flex-col justify-center p-6 sm:order-none sm:p-9">
        <p className="caption mb-1.5">Opens soon</p>
        <p className="max-w-prose text-lead">{children}</p>
        <p className="mt-3 text-soft">There is nothing you need to do here yet.</p>
      </div>
      <Orbit className="h-40 w-full sm:h-full sm:min-h-56" />
    </section>
  );
}
