import { Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import { DrawnPage } from '@/patient/prerendered-page.tsx';
import { earlyGoesWell } from '@/lib/backend/early-answers.ts';
import { currentSession, useSession } from '@/lib/backend/session.ts';
import { later } from '@/patient/lazy-page.ts';
import { pageAt, type Page } from '@/patient/pages.ts';

const EARLY_ANSWERS_TIMEOUT_MS = 1000;

const portal = later(() => import('./portal.tsx'));

/** A page behind sign-in: nothing of it shows before it is known who is there. */
export function OpenPage({ page }: { page: Page }) {
  const { user, loading } = useSession();
  const [Portal] = useState(portal.view);
  if (loading) return <DrawnPage />;
  if (!user) return <Redirect to="/auth" replace />;
  return (
    <Suspense fallback={<DrawnPage />}>
      <Portal page={page} user={user} />
    </Suspense>
  );
}

/** Brings the code of a page and of the frame around it, together; null where it cannot: opening the page asks again. */
export async function preloadPage(path: string) {
  const page = pageAt(path);
  const [brought] = await Promise.all([portal.bring().catch(() => null), page?.preload()]);
  return page && brought ? { page, ...brought } : null;
}

/**
 * For the first page, which is drawn: it stays so while its code and what was asked early come, up to a moment, and then opens
 * whole. React would show a fallback, and nothing new for a third of a second after it.
 */
export async function preparePage(path: string): Promise<void> {
  const late = new Promise<null>((done) => setTimeout(done, EARLY_ANSWERS_TIMEOUT_MS, null));
  const brought = await Promise.race([preloadPage(path), late]);
  if (!brought || !(await Promise.race([earlyGoesWell(), late]))) return;
  const { user } = currentSession();
  if (user) await Promise.race([brought.prefetch(brought.page, user), late]);
}
