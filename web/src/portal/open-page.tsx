import { Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import { DrawnPage } from '@/drawn-page.tsx';
import { hasEarlyAnswers } from '@/lib/early-answers.ts';
import { currentSession, useSession } from '@/lib/session.ts';
import { later } from './later.ts';
import { pageAt, type Page } from './pages.ts';

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

/** Brings the code of a page and of the frame around it, together, and reads what was answered early. */
export async function preloadPage(path: string): Promise<void> {
  const page = pageAt(path);
  if (!page) return;
  const [brought] = await Promise.all([portal.bring().catch(() => null), page.preload()]);
  const { user } = currentSession();
  if (user && (await hasEarlyAnswers())) await brought?.prefetch(page, user);
}
