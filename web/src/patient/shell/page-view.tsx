import { Suspense, useState } from 'react';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import type { Page } from '@/patient/pages.ts';

/** Chosen once while the page is open, so that code that loads meanwhile doesn't restart it. */
export function PageView({ page, title }: { page: Page; title: string }) {
  const [View] = useState(page.view);
  return (
    <Suspense fallback={<LoadingBlock />}>
      <View title={title} />
    </Suspense>
  );
}
