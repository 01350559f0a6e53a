import { lazy, Suspense } from 'react';
import { Redirect } from 'wouter';
import { DrawnPage } from '@/drawn-page.tsx';
import { useSession, type SignedInUser } from '@/lib/session.ts';
import { pageAt, type Page } from './pages.ts';

const bringPortal = () => import('./portal.tsx');
const Portal = lazy(bringPortal);

/** A page behind sign-in: nothing of it shows before it is known who is there. */
export function OpenPage({ page }: { page: Page }) {
  const { user, loading } = useSession();
  if (loading) return <DrawnPage />;
  if (!user) return <Redirect to="/auth" replace />;
  return (
    <Suspense fallback={<DrawnPage />}>
      <Portal page={page} user={user} />
    </Suspense>
  );
}

/**
 * Brings the code of a page and of the frame around it, together, and where it is known for whom asks for their data at
 * once: drawing the frame first would cost a slow phone a fifth of a second.
 */
export function preloadPage(path: string, user: SignedInUser | null = null): void {
  const page = pageAt(path);
  if (!page) return;
  if (user) page.prefetch(user);
  else page.preload();
  bringPortal().then(
    ({ prefetch }) => user && prefetch(page, user),
    () => undefined, // opening the page asks again
  );
}
