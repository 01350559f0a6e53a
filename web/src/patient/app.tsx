import { lazy, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { ErrorBoundary } from '@/components/feedback/error-boundary.tsx';
import { OfflineNotice } from '@/components/feedback/offline-notice.tsx';
import { Loading } from '@/components/feedback/loading.tsx';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { onUserLost, useSession } from '@/lib/backend/session.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { OpenPage } from './shell/open-page.tsx';
import { pageAt } from './pages.ts';
import { Auth } from './routes/auth.tsx';
import '@/toast-failures.ts';

const Gallery = import.meta.env.DEV ? lazy(() => import('@/gallery/gallery.tsx')) : null;

const PrivacyPolicy = lazy(() => import('./routes/privacy-policy.tsx'));
const StopEmailChange = lazy(() => import('./routes/stop-email-change.tsx'));
const Call = lazy(() => import('./routes/call.tsx'));
const Article = lazy(() => import('./routes/article.tsx'));
const NotFound = lazy(() => import('./routes/not-found.tsx'));

// Sessions are rarely lost, so most visits don't need these words.
onUserLost(
  (lost) => void import('./features/sign-in/lost-access.ts').then(({ explainLoss }) => explainLoss(lost)),
);

export function App() {
  return (
    <ErrorBoundary>
      <Route />
      <OfflineNotice offline={useOffline()} />
      <Toaster />
    </ErrorBoundary>
  );
}

function Route() {
  const [location] = useLocation();
  const { offer } = useSession();
  const path = location.replace(/(?<=.)\/$/, '');
  // Identifies the person before opening the link's page, wherever the link leads.
  if (path === '/auth' || offer) return <Auth />;
  if (path === '/') return <Index />;
  if (path === '/privacy-policy') {
    return (
      <Suspense fallback={<Loading />}>
        <PrivacyPolicy />
      </Suspense>
    );
  }
  if (path === '/stop-email-change') {
    return (
      <Suspense fallback={<Loading />}>
        <StopEmailChange />
      </Suspense>
    );
  }
  const article = /^\/learn\/articles\/([a-z0-9-]+)$/.exec(path)?.[1];
  if (article) {
    return (
      <Suspense fallback={<Loading />}>
        <Article id={article} />
      </Suspense>
    );
  }
  const call = /^\/call\/([^/]+)$/.exec(path)?.[1];
  if (call) {
    return (
      <Suspense fallback={<Loading />}>
        <Call token={call} />
      </Suspense>
    );
  }
  if (Gallery && path === '/dev/gallery') {
    return (
      <Suspense>
        <Gallery />
      </Suspense>
    );
  }
  const page = pageAt(path);
  if (page) return <OpenPage page={page} />;
  return (
    <Suspense fallback={<Loading />}>
      <NotFound />
    </Suspense>
  );
}

function Index() {
  const { loading } = useSession();
  return loading ? <Loading /> : <Redirect to="/home" replace />;
}
