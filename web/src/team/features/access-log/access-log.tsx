import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { longDay } from '@domain/time/words.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { SearchField } from '@/components/form/search-field.tsx';
import { Select } from '@/components/form/select.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { peopleQuery } from '@/lib/care-team/people-query.ts';
import { DownloadLog } from './download-log.tsx';
import { LogTable } from './log-table.tsx';
import { accessLogQuery } from './queries.ts';

const PATH = '/team/access-log';
const FILTERS = ['search', 'patient', 'person', 'from', 'until'] as const;
type Filter = (typeof FILTERS)[number];
const EVERYBODY = 'everybody';

/** Always in the same order, so that a list has only one address. */
function addressOf(parameters: URLSearchParams): string {
  const kept = FILTERS.flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** Who opened whose record, which data, when and why, filtered by patient, person and days. */
export function AccessLog({ member: { timeZone } }: { member: TeamSession }) {
  const [, navigate] = useLocation();
  const query = addressOf(new URLSearchParams(useSearch()));
  const chosen = new URLSearchParams(query);
  const [from, until] = [chosen.get('from'), chosen.get('until')];
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(accessLogQuery(query));
  const people = useQuery(peopleQuery()).data?.people ?? [];
  useEffect(() => checkSession(error), [error]);

  const go = useCallback(
    (change: Partial<Record<Filter, string>>) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(change)) next.set(name, value);
      const text = addressOf(next);
      navigate(text ? `${PATH}?${text}` : PATH, { replace: true });
    },
    [navigate],
  );
  const search = useCallback((words: string) => go({ search: words, patient: '' }), [go]);
  const lines = data?.pages.flatMap((page) => page.lines) ?? [];
  const patient = lines.find((line) => line.patient?.id === chosen.get('patient'))?.patient;

  return (
    <div className="dense">
      <h1 className="text-title">Access log</h1>
      <p className="mt-1 max-w-160 text-small text-soft">
        Who on the care team opened or changed a record, and when. Opening a care record is one entry. The log
        never shows content. To see what the portal does on its own, go to{' '}
        <Link to="/team/schedules" className="underline">
          Schedules
        </Link>
        .
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <SearchField value={chosen.get('search') ?? ''} onSearch={search} />
        <Select
          label="Person"
          className="min-w-0 max-sm:w-full sm:w-56"
          options={[
            { value: EVERYBODY, label: 'Everyone' },
            ...people.map(({ id, name, deactivatedAt }) => ({
              value: id,
              label: deactivatedAt ? `${name} (left the team)` : name,
            })),
          ]}
          value={chosen.get('person') ?? EVERYBODY}
          onChange={({ target }) => go({ person: target.value === EVERYBODY ? '' : target.value })}
        />
        <div className="max-sm:w-full sm:w-52">
          <DatePicker
            label="From"
            placeholder="Any day"
            show={longDay}
            value={from}
            {...(until && { max: until })}
            onChange={(day) => go({ from: day })}
          />
        </div>
        <div className="max-sm:w-full sm:w-52">
          <DatePicker
            label="To"
            placeholder="Any day"
            show={longDay}
            value={until}
            {...(from && { min: from })}
            onChange={(day) => go({ until: day })}
          />
        </div>
        {query && (
          <CompactButton look="quiet" onClick={() => navigate(PATH)}>
            Show everything
          </CompactButton>
        )}
        <DownloadLog query={query} timeZone={timeZone} />
      </div>
      {patient && <p className="mt-3 text-small">{`Showing only entries about ${patient.name}.`}</p>}
      <section
        aria-label="Log entries"
        className="mt-4 overflow-clip rounded-card border border-line bg-card shadow-card"
      >
        {isPending && <LoadingBlock label="Loading the log..." lines={8} className="p-5" />}
        {error && !data && (
          <Failed title="The log didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
        )}
        {data && lines.length === 0 && (
          <Quiet title="No entries">
            {query
              ? 'Try another person, patient or day.'
              : 'Records that the care team opens will appear here.'}
          </Quiet>
        )}
        {lines.length > 0 && (
          <LogTable lines={lines} timeZone={timeZone} onPatient={(id) => go({ patient: id, search: '' })} />
        )}
        {hasNextPage && (
          <div className="flex justify-center border-t border-line px-4.5 py-3">
            <CompactButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older entries
            </CompactButton>
          </div>
        )}
      </section>
      {!chosen.has('person') && !chosen.has('patient') && !chosen.has('search') && (
        <p className="mt-3 text-small text-soft">
          Views of this log are recorded, too. To see them, select a person or a patient.
        </p>
      )}
    </div>
  );
}
