import { CloudOff } from 'lucide-react';
import { Button } from '@/components/action/button.tsx';

type Waiting = {
  id: string;
  /** What it is: 'Ovulation: High (Rising LH)'. */
  words: string;
  date: string;
  /** It will not be sent, because the server cannot take it. */
  refused: boolean;
};

type Props = { entries: readonly Waiting[]; onRemove: (id: string) => void };

/** Entries that are still on this device. */
export default function PendingList({ entries, onRemove }: Props) {
  return (
    <ul aria-label="Waiting to be sent" className="space-y-2">
      {entries.map(({ id, words, date, refused }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-field bg-blush/50 px-4 py-3"
        >
          <CloudOff aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
          <div className="min-w-0 flex-1">
            <p className="font-medium">{words}</p>
            <p className="text-small text-soft">
              {date} · {refused ? 'Could not be saved' : 'Waiting for a network'}
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
