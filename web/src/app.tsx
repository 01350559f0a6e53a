import { Redirect, useLocation } from 'wouter';
import { ErrorBoundary } from '@/components/error-boundary.tsx';
import { Loading } from '@/components/ui/loading.tsx';
import { Toaster } from '@/components/ui/toaster.tsx';
import { useSession } from '@/lib/session.ts';
import { OpenPage } from '@/portal/open-page.tsx';
import { pageAt } from '@/portal/pages.ts';
import { Auth } from '@/routes/auth.tsx';
import { NotFound } from '@/routes/not-found.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <Route />
      <Toaster />
    </ErrorBoundary>
  );
}

function Route() {
  const [location] = useLocation();
  const path = location.replace(/(?<=.)\/$/, '');
  if (path === '/') return <Index />;
  if (path === '/auth') return <Auth />;
  const page = pageAt(path);
  return page ? <OpenPage page={page} /> : <NotFound />;
}

/** Waits for the session, because the address may carry one, and moving on would lose it. */
function Index() {
  const { loading } = useSession();
  return loading ? <Loading /> : <Redirect to="/home" replace />;
}
