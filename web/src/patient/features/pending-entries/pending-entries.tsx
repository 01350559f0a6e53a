import { lazy, Suspense } from 'react';
import { useUser } from '@/lib/backend/session.ts';
import { dropEntry, usePendingEntries } from '@/lib/entries/pending-store.ts';

const PendingList = lazy(() => import('./pending-list.tsx'));

/** Entries logged without a network that the clinic doesn't have yet. */
export function PendingEntries() {
  const { id: userId } = useUser();
  const entries = usePendingEntries(userId);
  if (entries.length === 0) return null;
  return (
    <Suspense>
      <PendingList entries={entries} onRemove={(id) => dropEntry(userId, id)} />
    </Suspense>
  );
}
