import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '@/components/action/button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import type { Instant } from '@domain/time/instant.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { withZone } from '@/lib/dates/with-zone.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { condensed } from './condensed.ts';
import { recordLogQuery, type LogEntry } from './record-log-query.ts';

/**
 * Who opened or changed something in the record, and when, but never the content. The patient's own acts come
 * after the others'.
 */
export default function RecordLog({ userId }: { userId: string }) {
  const others = useInfiniteQuery(recordLogQuery(userId, 'others'));
  const own = useInfiniteQuery(recordLogQuery(userId, 'own'));
  useFailureLog(others.error ?? own.error, 'The list of who opened the record could not be read');
  if (others.isError && own.isError) return <NotShown />;
  return (
    <div className="space-y-8">
      <section aria-label="Your care team">
        <p className="mb-3 font-medium">Your care team</p>
        <p className="mb-4 text-small text-pretty text-soft">
          Your care team opens your record to care for you. If anything here surprises you, ask your coach.
        </p>
        <Log log={others} none="Your care team hasn’t opened your record yet." />
      </section>
      <section aria-label="You">
        <p className="mb-3 font-medium">You</p>
        <Log log={own} none="You haven’t opened or changed anything yet." />
      </section>
    </div>
  );
}

type LogProps = { log: UseInfiniteQueryResult<InfiniteData<LogEntry[]>>; none: string };

function Log({ log, none }: LogProps) {
  if (log.isPending) return <LoadingBlock lines={3} />;
  const entries = condensed(log.data?.pages.flat() ?? [], timeWords);
  return (
    <>
      {entries.length === 0 && !log.isError && <p className="text-soft">{none}</p>}
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
      {log.isError && <NotShown />}
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

const NotShown = () => (
  <p className="mt-4 text-soft first:mt-0">We can’t show this list right now. Please try again later.</p>
);

/** With its zone, because the team may be in another one. */
const timeWords = (at: Instant) => withZone(dateAndTime(at), at);
