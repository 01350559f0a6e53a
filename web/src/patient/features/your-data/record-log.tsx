import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@/components/action/button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import type { Instant } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { condensed } from './condensed.ts';
import { recordLogQuery } from './record-log-query.ts';

/** Who opened the record or changed something in it, and when; never what it said. */
export default function RecordLog({ userId }: { userId: string }) {
  const log = useInfiniteQuery(recordLogQuery(userId));
  useFailureLog(log.error, 'The list of who opened the record could not be read');
  if (log.isPending) return <LoadingBlock lines={3} />;
  const entries = condensed(log.data?.pages.flat() ?? [], timeWords);
  return (
    <>
      {entries.length === 0 && !log.isError && (
        <p className="text-soft">Nobody has opened your record yet.</p>
      )}
      {entries.length > 0 && (
        <p className="mb-4 text-small text-pretty text-soft">
          Your care team opens your record to look after you. If a line surprises you, ask your coach.
        </p>
      )}
      <ol className="space-y-3">
        {entries.map(({ id, words, at, what, kinds }) => (
          <li key={id} className="sm:flex sm:items-baseline sm:justify-between sm:gap-8">
            <div>
              <p>
                <strong>{words.who}</strong> {what}
              </p>
              {kinds && <p className="text-small text-pretty text-soft">{kinds}</p>}
              {words.why && <p className="text-small text-soft">Reason: {words.why}</p>}
            </div>
            <time
              dateTime={new Date(at).toISOString()}
              className="block shrink-0 text-small text-soft tabular-nums"
            >
              {timeWords(at)}
            </time>
          </li>
        ))}
      </ol>
      {log.isError && (
        <p className="mt-4 text-soft first:mt-0">
          This list cannot be shown right now. Please try again later.
        </p>
      )}
      {log.hasNextPage && (
        <Button
          look="quiet"
          busy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
          className="mt-4"
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** With the zone: the team's clocks may be others. */
const timeWords = (at: Instant) => `${dateAndTime(at)} ${zoneName(deviceZone(), at)}`;
