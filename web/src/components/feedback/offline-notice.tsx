/**
 * Says that the device is offline, over the page rather than in it, so that nothing moves when it comes and
 * goes.
 */
export function OfflineNotice({ offline }: { offline: boolean }) {
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center">
      {offline && (
        <span className="rise rounded-card bg-ink px-5 py-3 text-center text-small font-medium text-balance text-paper shadow-float">
          You’re offline. What you see may not be up to date.
        </span>
      )}
    </div>
  );
}
