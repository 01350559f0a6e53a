import { lazy, Suspense } from 'react';
import { Redirect } from 'wouter';
import { DrawnPage } from '@/drawn-page.tsx';
import { useSession } from '@/lib/session.ts';
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

/** Brings the code of a page and of the frame around it, together. */
export function preloadPage(path: string): void {
  const page = pageAt(path);
  if (!page) return;
  page.preload();
  bringPortal().catch(() => undefined); // opening the page asks again
}
