import { lazy, Suspense } from 'react';

const ReachUs = lazy(() => import('./reach-us.tsx'));

/** Last on a result's page, below the buttons, so that loading it later moves nothing. */
export const ReachUsLater = () => (
  <Suspense>
    <ReachUs className="mx-auto mt-5 px-1 text-small text-soft" />
  </Suspense>
);
