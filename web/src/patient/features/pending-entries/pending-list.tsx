import { CloudOff } from 'lucide-react';
import { instantFromIso } from '@domain/time/instant.ts';
import { longDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { dateAndTime } from '@/lib/dates/dates.ts';
import type { Entry, PendingEntry } from '@/lib/entries/entry.ts';

type Props = { entries: readonly PendingEntry[]; onRemove: (id: string) => void };

/** Entries that are only on this device. */
export default function PendingList({ entries, onRemove }: Props) {
  return (
    <ul aria-label="Waiting to be sent" className="space-y-2">
      {entries.map(asShown).map(({ id, words, date, refused }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-field bg-blush/50 px-4 py-3"
        >
          <CloudOff aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
          <div className="min-w-0 flex-1">
            <p className="font-medium">{words}</p>
            <p className="text-small text-soft">
              {date} · {refused ?? 'Waiting for a connection'}
            </p>
          </div>
          {refused && (
            <Button look="quiet" onClick={() => onRemove(id)}>
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const asShown = ({ id, entry, keptAt, refused }: PendingEntry) => ({
  id,
  words: wordsFor(entry),
  date: dateOf(entry, keptAt),
  /** It can't be sent, because the server doesn't accept it. */
  refused: refused ? `Could not be ${entry.kind === 'message' ? 'sent' : 'saved'}` : undefined,
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
      // The patient may have chosen to hide its result.
      return 'Pregnancy test';
    case 'period':
      return 'First day of your period';
    case 'message':
      return 'A message to your care team';
    case 'before-treatment':
      return 'Before Treatment Survey';
    case 'applicator-use':
      return 'Applicator Survey';
    default:
      return unknownWords(entry);
  }
}

/** From a newer version of the portal. */
const unknownWords = (_: never): string => 'Your entry';
