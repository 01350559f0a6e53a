import { lazy, Suspense, useSyncExternalStore } from 'react';
import { ErrorBoundary } from '@/components/feedback/error-boundary.tsx';

const Dawn = lazy(() => import('./dawn.tsx'));
const large = () => matchMedia('(width >= 64rem)');

/** The picture next to the form. Small screens don't load it, and the form works without it. */
export function DawnPanel() {
  const isLarge = useSyncExternalStore(
    onChange,
    () => large().matches,
    () => false,
  );
  return (
    <div aria-hidden="true" className="sticky top-0 hidden h-dvh overflow-hidden bg-(--art-sky) lg:block">
      {isLarge && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <Dawn />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

function onChange(listener: () => void): () => void {
  const query = large();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
