import { Suspense, useState } from 'react';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import type { Page } from '@/patient/pages.ts';

/** Chosen once for as long as the page is open, so that code that arrives meanwhile does not start it over. */
export function PageView({ page, title }: { page: Page; title: string }) {
  const [View] = useState(page.view);
  return (
    <Suspense fallback={<LoadingBlock />}>
      <View title={title} />
    </Suspense>
  );
}
