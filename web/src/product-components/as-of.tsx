import { OFFLINE } from '@domain/copy/offline.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { momentSeen } from '@/lib/dates/dates.ts';
import { useNow } from '@/lib/dates/use-now.ts';

type Props = {
  /** When it was last known; 0 where it never was. */
  at: number;
  /** What is said then. */
  unknown: string;
  className?: string;
};

/** Next to what may have changed since, while it cannot be asked for. */
export default function AsOf({ at, unknown, className = 'text-small text-soft' }: Props) {
  const now = useNow((moment) => moment + MINUTE);
  return <p className={className}>{at === 0 ? unknown : OFFLINE.asOf(momentSeen(at, now))}</p>;
}
