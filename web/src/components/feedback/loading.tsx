/**
 * The whole screen, while the portal finds out who is signed in. Fixed width, so that nothing moves when
 * the font loads.
 */
export function Loading() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <output className="w-20 animate-pulse text-soft">Loading.....</output>
    </main>
  );
}
