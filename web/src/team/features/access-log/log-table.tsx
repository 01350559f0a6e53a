import { lazy, Suspense, useState } from 'react';
import type { ChangedSetting } from '@domain/contracts/team/team-clinic.ts';
import type { AccessLine } from '@domain/contracts/team/team-access-log.ts';
import { logActor } from '@domain/audit/log-file.ts';
import { logWords, reasonGiven } from '@domain/audit/log-words.ts';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';

type Props = {
  lines: readonly AccessLine[];
  timeZone: string;
  onPatient: (id: string) => void;
};

/** Safari drops table roles when `display` changes, so each part names its own. */
const is = (role: string) => ({ role });
const HEADERS = ['When', 'Who', 'Action', 'About', 'Why'];
const cell = 'align-top tabular-nums max-lg:p-0 lg:px-2 lg:py-2.5 lg:first:pl-4.5 lg:last:pr-4.5';

/** A table. On small screens, a list of cards. */
export function LogTable({ lines, timeZone, onPatient }: Props) {
  const [undoing, setUndoing] = useState<ChangedSetting | null>(null);
  return (
    <>
      <table {...is('table')} aria-label="Access log" className="w-full text-small max-lg:block">
        <thead {...is('rowgroup')} className="max-lg:sr-only">
          <tr {...is('row')} className="border-b border-line">
            {HEADERS.map((header) => (
              <th
                key={header}
                {...is('columnheader')}
                scope="col"
                className="caption text-left lg:px-2 lg:py-2.5 lg:first:pl-4.5 lg:last:pr-4.5"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {/* The arrow keys move from row to row. */}
        <tbody {...is('rowgroup')} className="max-lg:block" {...arrowKeys}>
          {lines.map((line) => (
            <tr
              key={line.id}
              {...is('row')}
              className="border-b border-line last:border-b-0 max-lg:grid max-lg:gap-y-0.5 max-lg:px-4 max-lg:py-3"
            >
              <td {...is('cell')} className={`${cell} whitespace-nowrap text-soft`}>
                {dateAndTimeOf(line.at, timeZone)}
              </td>
              <td {...is('cell')} className={cell}>
                <Who line={line} />
              </td>
              <td {...is('cell')} className={cell}>
                {logWords(line)}
                {line.change && <Undo line={line} onUndo={() => setUndoing(line.change)} />}
              </td>
              <td {...is('cell')} className={`${cell} wrap-anywhere`}>
                <About line={line} onPatient={onPatient} />
              </td>
              <td {...is('cell')} className={cell}>
                {line.why && reasonGiven(line.why)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {undoing && (
        <Suspense fallback={null}>
          <UndoChange change={undoing} onClose={() => setUndoing(null)} />
        </Suspense>
      )}
    </>
  );
}

const UndoChange = lazy(() => import('./undo-change.tsx'));

const Undo = ({ line, onUndo }: { line: AccessLine; onUndo: () => void }) => (
  <button type="button" className="text-link ml-2 font-semibold max-lg:min-h-11" onClick={onUndo}>
    Undo<span className="sr-only">{`: ${logWords(line)}`}</span>
  </button>
);

function Who({ line }: { line: AccessLine }) {
  const { person } = line;
  if (person.name === null) return <span className="text-soft">{logActor(line)}</span>;
  return (
    <>
      <span className="font-semibold wrap-anywhere">{person.name}</span>
      {person.role && <span className="text-soft">{`, ${person.role}`}</span>}
    </>
  );
}

function About({
  line: { patient, member, person },
  onPatient,
}: Pick<Props, 'onPatient'> & { line: AccessLine }) {
  if (patient) {
    return (
      <button
        type="button"
        data-item=""
        className="text-link text-left font-semibold max-lg:min-h-11"
        onClick={() => onPatient(patient.id)}
      >
        {patient.name}
      </button>
    );
  }
  if (member !== null) return member === person.name ? <span className="text-soft">Themselves</span> : member;
  return <span className="text-soft">Removed person</span>;
}
