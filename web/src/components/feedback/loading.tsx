/** The whole screen, while the portal finds out who is there. */
export function Loading() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <output className="animate-pulse text-soft">Loading.....</output>
    </main>
  );
}
