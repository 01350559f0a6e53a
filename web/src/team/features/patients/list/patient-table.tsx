import type { RefObject } from 'react';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import type { ListedPatient } from '@domain/contracts/team/team-patients.ts';
import type { Column, Reader } from './columns.tsx';
import { PatientRow } from './patient-row.tsx';

type Props = {
  columns: readonly Column[];
  patients: readonly ListedPatient[];
  search: string;
  /** The sort order in the address. */
  sort?: string | undefined;
  reader: Reader;
  /** Missing if the reader can't assign patients. */
  chosen?: ReadonlySet<string>;
  onChoose: (ids: string[], on: boolean) => void;
  /** For a coach, whose colleague's patients open with a reason. */
  onReason?: (patient: ListedPatient) => void;
  /** For administrators. */
  showsInvitation: boolean;
  list: RefObject<HTMLTableSectionElement | null>;
};

/** Safari drops table roles when `display` changes, so each part names its own. */
const is = (role: string) => ({ role });

const SORTED: Record<string, { by: string; as: 'ascending' | 'descending' }> = {
  Name: { by: 'name', as: 'ascending' },
  'Last log': { by: 'last-log', as: 'descending' },
  'Next call': { by: 'next-call', as: 'ascending' },
  Attention: { by: 'attention', as: 'descending' },
};

/** A table. On small screens, a list of cards. */
export function PatientTable({
  columns,
  patients,
  search,
  sort,
  reader,
  chosen,
  onChoose,
  onReason,
  showsInvitation,
  list,
}: Props) {
  const choosable = patients.filter(({ summary }) => summary).map(({ id }) => id);
  const head =
    'caption text-left max-lg:block lg:px-2 lg:py-2.5 lg:whitespace-nowrap lg:first:pl-4.5 lg:last:pr-4.5';
  return (
    <table {...is('table')} aria-label="Patients" className="w-full text-small max-lg:block">
      <thead {...is('rowgroup')} className="max-lg:sr-only">
        <tr {...is('row')} className="border-b border-line max-lg:block">
          {chosen && (
            <th {...is('columnheader')} scope="col" className={`${head} w-px`}>
              <label className="-m-2.5 grid size-11 cursor-pointer place-items-center">
                <span className="sr-only">Select all on this page</span>
                <input
                  type="checkbox"
                  className="tick m-0"
                  disabled={choosable.length === 0}
                  checked={choosable.length > 0 && choosable.every((id) => chosen.has(id))}
                  onChange={(event) => onChoose(choosable, event.target.checked)}
                />
              </label>
            </th>
          )}
          {['Name', ...columns.map(({ header }) => header)].map((header) => (
            <th
              key={header}
              {...is('columnheader')}
              scope="col"
              aria-sort={SORTED[header]?.by === (sort ?? 'name') ? SORTED[header]?.as : undefined}
              className={head}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {/* The arrow keys move from row to row. */}
      <tbody {...is('rowgroup')} ref={list} className="max-lg:block" {...arrowKeys}>
        {patients.map((patient) => (
          <PatientRow
            key={patient.id}
            {...{ patient, columns, search, reader, onReason, showsInvitation }}
            chosen={chosen && patient.summary ? chosen.has(patient.id) : undefined}
            hasChoice={chosen !== undefined}
            onChoose={(on) => onChoose([patient.id], on)}
          />
        ))}
      </tbody>
    </table>
  );
}
