import { Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import { DrawnPage } from '@/drawn-page.tsx';
import { earlyGoesWell } from '@/lib/early-answers.ts';
import { currentSession, useSession } from '@/lib/session.ts';
import { later } from './later.ts';
import { pageAt, type Page } from './pages.ts';

const PATIENCE = 1000;

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

/** Brings the code of a page and of the frame around it, together. */
export async function preloadPage(path: string): Promise<void> {
  await Promise.all([portal.bring().catch(() => undefined), pageAt(path)?.preload()]);
}

/**
 * For the first page, which is drawn: it stays so while its code and what was asked early come, up to a moment, and then opens
 * whole. React would show a fallback, and nothing new for a third of a second after it.
 */
export async function preparePage(path: string): Promise<void> {
  const late = new Promise<false>((done) => setTimeout(done, PATIENCE, false));
  const page = pageAt(path);
  if (!page || (await Promise.race([preloadPage(path), late])) === false) return;
  if (!(await Promise.race([earlyGoesWell(), late]))) return;
  const { prefetch } = await portal.bring();
  const { user } = currentSession();
  if (user) await Promise.race([prefetch(page, user), late]);
}
