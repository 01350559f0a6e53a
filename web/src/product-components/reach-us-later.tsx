import { lazy, Suspense } from 'react';

const ReachUs = lazy(() => import('./reach-us.tsx'));

/** Last on the page of a result, below what is pressed: what comes a moment later moves nothing there. */
export const ReachUsLater = () => (
  <Suspense>
    <ReachUs className="mx-auto mt-5 px-1 text-small text-soft" />
  </Suspense>
);
