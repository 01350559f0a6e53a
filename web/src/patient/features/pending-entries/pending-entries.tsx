import { lazy, Suspense } from 'react';
import { instantFromIso } from '@domain/time/instant.ts';
import { longDay } from '@domain/time/words.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import type { Entry, PendingEntry } from '@/lib/entries/entry.ts';
import { useUser } from '@/lib/backend/session.ts';
import { dropEntry, usePendingEntries } from '@/lib/entries/pending-store.ts';

const PendingList = lazy(() => import('./pending-list.tsx'));

/** What the patient logged without a network and the clinic does not have yet. */
export function PendingEntries() {
  const { id: userId } = useUser();
  const entries = usePendingEntries(userId);
  if (entries.length === 0) return null;
  return (
    <Suspense>
      <PendingList entries={entries.map(asShown)} onRemove={(id) => dropEntry(userId, id)} />
    </Suspense>
  );
}

const asShown = ({ id, entry, keptAt, refused = false }: PendingEntry) => ({
  id,
  words: wordsFor(entry),
  date: dateOf(entry, keptAt),
  refused,
});

function dateOf(entry: Entry, keptAt: number): string {
  if (entry.kind === 'period') return longDay(entry.day);
  return dateAndTime(entry.kind === 'ovulation' && entry.takenAt ? instantFromIso(entry.takenAt) : keptAt);
}

function wordsFor(entry: Entry): string {
  switch (entry.kind) {
    case 'ovulation':
      return `Ovulation: ${entry.result}`;
    case 'pregnancy':
      // Its result may be something that the patient has chosen not to see.
      return 'Pregnancy test';
    case 'period':
      return 'First day of your period';
    case 'before-treatment':
      return 'Before Treatment Survey';
    default:
      return 'Applicator Survey';
  }
}
