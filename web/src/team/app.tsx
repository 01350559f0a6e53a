import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from '@/components/feedback/error-boundary.tsx';
import { OfflineNotice } from '@/components/feedback/offline-notice.tsx';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { Entrance } from './shell/entrance.tsx';
import '@/toast-failures.ts';

export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Entrance />
      </QueryClientProvider>
      <OfflineNotice offline={useOffline()} />
      <Toaster />
    </ErrorBoundary>
  );
}
