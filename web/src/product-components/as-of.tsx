import { OFFLINE } from '@domain/copy/offline.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { momentSeen } from '@/lib/dates/dates.ts';
import { useNow } from '@/lib/dates/use-now.ts';

type Props = {
  /** When the data was last known. 0 if never. */
  at: number;
  /** The words for that. */
  unknown: string;
  className?: string;
};

/** Shown next to data that may have changed while it can't be refetched. */
export default function AsOf({ at, unknown, className = 'text-small text-soft' }: Props) {
  const now = useNow((moment) => moment + MINUTE);
  return <p className={className}>{at === 0 ? unknown : OFFLINE.asOf(momentSeen(at, now))}</p>;
}
