import { Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import { PrerenderedPage } from '@/patient/prerendered-page.tsx';
import { firstVisitGoesWell } from '@/lib/backend/first-visit-answers.ts';
import { currentSession, useSession } from '@/lib/backend/session.ts';
import { lazyPage } from '@/patient/lazy-page.ts';
import { pageAt, type Page } from '@/patient/pages.ts';

const FIRST_VISIT_TIMEOUT_MS = 1000;

const portal = lazyPage(() => import('./portal.tsx'));

/** A page behind sign-in. None of it shows before it is known who is signed in. */
export function OpenPage({ page }: { page: Page }) {
  const { user, loading } = useSession();
  const [Portal] = useState(portal.view);
  const [hadUser, setHadUser] = useState(false);
  if (user && !hadUser) setHadUser(true);
  if (loading) return <PrerenderedPage />;
  // After a logout the next sign-in starts at Home, because it may be another person.
  if (!user)
    return <Redirect to="/auth" replace state={hadUser ? null : { cameFor: page.path + location.search }} />;
  return (
    <Suspense fallback={<PrerenderedPage />}>
      {/* Keyed by person, so that nothing one person opened or typed is there for the next. */}
      <Portal key={user.id} page={page} user={user} />
    </Suspense>
  );
}

/** Loads the code of a page and its frame together. Null if that fails; opening the page tries again. */
export async function preloadPage(path: string) {
  const page = pageAt(path);
  const [frame] = await Promise.all([portal.load().catch(() => null), page?.preload()]);
  return page && frame ? { page, ...frame } : null;
}

/**
 * For the first page, which is prerendered. It stays that way for up to a second while its code and data
 * load, and then opens as a whole. React would show a fallback, and then nothing new for a third of a second.
 */
export async function preparePage(path: string): Promise<void> {
  const late = new Promise<null>((done) => setTimeout(done, FIRST_VISIT_TIMEOUT_MS, null));
  const loaded = await Promise.race([preloadPage(path), late]);
  if (!loaded || !(await Promise.race([firstVisitGoesWell(), late]))) return;
  const { user } = currentSession();
  if (user) await Promise.race([loaded.prefetch(loaded.page, user), late]);
}
