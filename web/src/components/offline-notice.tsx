import { useSyncExternalStore } from 'react';

/** Says that there is no network, over the page rather than in it, so that nothing moves when it comes and goes. */
export function OfflineNotice() {
  const online = useSyncExternalStore(onChange, isOnline, () => true);
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center">
      {!online && (
        <span className="rise rounded-card bg-ink px-5 py-3 text-center text-small font-medium text-balance text-paper shadow-float">
          You are offline. What you see may not be up to date.
        </span>
      )}
    </div>
  );
}

const isOnline = () => navigator.onLine;

function onChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
