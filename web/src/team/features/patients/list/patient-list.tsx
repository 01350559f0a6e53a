import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ListedPatient } from '@domain/contracts/team/team-patients.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { AssignDialog } from '../assign-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { patientsQuery, useSessionCheck } from '../queries.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { changed, queryIn, queryText, type ListQuery } from './address.ts';
import { ChoiceBar } from './choice-bar.tsx';
import { ADMINISTRATION_COLUMNS, CARE_COLUMNS } from './columns.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListOrder } from './list-order.tsx';
import { grouped, Paging } from './paging.tsx';
import { PatientTable } from './patient-table.tsx';
import { focusFirstRow } from '@/components/layout/move-by-arrow.ts';
import { SearchField } from '@/components/form/search-field.tsx';

const PATH = '/team/patients';

export function PatientList({ member: { role, timeZone } }: { member: TeamSession }) {
  const [, navigate] = useLocation();
  const query = queryIn(useSearch(), role);
  const text = queryText(query);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(patientsQuery(text));
  useSessionCheck(error);
  const { chosen, choose, clear } = useChosen(text);
  const [assigning, setAssigning] = useState(false);
  const [asking, setAsking] = useState<ListedPatient | null>(null);
  const list = useRef<HTMLTableSectionElement>(null);
  const now = useMinute();
  const isAdministrator = role === 'administrator';

  const go = (change: ListQuery, replace = false) => {
    const next = queryText(changed(query, change));
    navigate(next ? `${PATH}?${next}` : PATH, { replace });
  };
  const search = useCallback(
    (words: string) => {
      const next = queryText(changed(queryIn(location.search, role), { search: words }));
      navigate(next ? `${PATH}?${next}` : PATH, { replace: true });
    },
    [navigate, role],
  );

  return (
    <div className="dense">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <h1 className="text-title">Patients</h1>
        <p aria-live="polite" className="text-small text-soft tabular-nums">
          {data && !isPlaceholderData && `${grouped(data.total)} found`}
        </p>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <SearchField
          value={query.search ?? ''}
          onSearch={search}
          onDown={() => focusFirstRow(list.current)}
        />
        <ListFilters role={role} query={query} onChange={(change) => go(change)} />
      </div>
      {!isAdministrator && <ListOrder query={query} onChange={(change) => go(change)} />}
      <section
        aria-label="Matching patients"
        aria-busy={isPlaceholderData || undefined}
        className="mt-4 overflow-clip rounded-card border border-line bg-card shadow-card"
      >
        {!isAdministrator && data?.patients.length !== 0 && (
          <ChoiceBar count={chosen.size} onAssign={() => setAssigning(true)} onClear={clear} />
        )}
        {error && !data && (
          <Failed title="The list didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
        )}
        {isPending && <LoadingBlock label="Loading patients..." lines={8} className="p-5" />}
        {data?.patients.length === 0 && (
          <Quiet
            title="No patients found."
            action={text && <CompactButton onClick={() => navigate(PATH)}>Show all patients</CompactButton>}
          >
            {text
              ? 'Try a shorter search or clear the filters.'
              : 'Patients appear here once they are invited.'}
          </Quiet>
        )}
        {data && data.patients.length > 0 && (
          <PatientTable
            columns={isAdministrator ? ADMINISTRATION_COLUMNS : CARE_COLUMNS}
            patients={data.patients}
            search={query.search ?? ''}
            sort={query.sort}
            reader={{ zone: timeZone, now }}
            onChoose={choose}
            showsInvitation={isAdministrator}
            list={list}
            {...(!isAdministrator && { chosen })}
            {...(role === 'coach' && { onReason: setAsking })}
          />
        )}
        {data && data.patients.length > 0 && (
          <Paging
            {...{ page: data.page, pages: data.pages, total: data.total, shown: data.patients.length }}
            onPage={(page) => go({ page: String(page) })}
          />
        )}
      </section>
      {assigning && (
        <AssignDialog
          title="Assign to coach"
          ids={[...chosen]}
          onClose={() => setAssigning(false)}
          onDone={() => {
            setAssigning(false);
            toast({
              title: 'Saved',
              description: `${chosen.size === 1 ? '1 patient is' : `${chosen.size} patients are`} assigned.`,
            });
            clear();
          }}
        />
      )}
      {asking && (
        <ReasonDialog
          patient={asking}
          onClose={() => setAsking(null)}
          onOpened={() => navigate(`${PATH}/${asking.id}`)}
        />
      )}
    </div>
  );
}

/** Selected from the displayed list. Another search or page starts with none. */
function useChosen(text: string) {
  const [chosen, setChosen] = useState<{ of: string; ids: ReadonlySet<string> }>({
    of: text,
    ids: new Set(),
  });
  const ids = chosen.of === text ? chosen.ids : new Set<string>();
  const choose = (changing: string[], on: boolean) => {
    const next = new Set(ids);
    for (const id of changing) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen({ of: text, ids: next });
  };
  return { chosen: ids, choose, clear: () => setChosen({ of: text, ids: new Set() }) };
}
