import { Link } from 'wouter';
import type { ListedPatient } from '@domain/contracts/team/team-patients.ts';
import { TextLink } from '@/components/action/link-button.tsx';
import { longDay } from '@domain/time/words.ts';
import { firstLetters } from '@/lib/care-team/first-letters.ts';
import type { Column, Reader } from './columns.tsx';
import { Marked } from './marked.tsx';

type Props = {
  patient: ListedPatient;
  columns: readonly Column[];
  search: string;
  reader: Reader;
  /** Undefined if this patient can't be selected. */
  chosen: boolean | undefined;
  hasChoice: boolean;
  onChoose: (on: boolean) => void;
  onReason: ((patient: ListedPatient) => void) | undefined;
  /** For administrators, who see the state of an invitation under Invitations. */
  showsInvitation: boolean;
};

const is = (role: string) => ({ role });
const cellLook = 'px-2 align-middle tabular-nums lg:first:pl-4.5 lg:last:pr-4.5 lg:h-13 lg:py-1';
const nameLook =
  'rounded-sm text-[0.9375rem] font-semibold wrap-anywhere outline-none focus-visible:shadow-none';

export function PatientRow({
  patient,
  columns,
  search,
  reader,
  chosen,
  hasChoice,
  onChoose,
  onReason,
  showsInvitation,
}: Props) {
  const { id, name, summary, administration } = patient;
  const email = summary?.email ?? administration?.email;
  return (
    <tr
      {...is('row')}
      className={`focus-row border-b border-line last:border-b-0 max-lg:grid max-lg:gap-x-1 max-lg:px-4 max-lg:py-3 ${
        hasChoice ? 'max-lg:grid-cols-[auto_minmax(0,1fr)]' : 'max-lg:grid-cols-1'
      } ${chosen ? 'bg-blush/50' : ''}`}
    >
      {hasChoice && (
        <td {...is('cell')} className={`${cellLook} max-lg:row-span-2 max-lg:min-w-8.5 max-lg:p-0`}>
          {chosen !== undefined && (
            <label className="grid size-11 cursor-pointer place-items-center max-lg:-ml-2.5 lg:-m-2.5">
              <span className="sr-only">{`Select ${name}`}</span>
              <input
                type="checkbox"
                className="tick m-0"
                checked={chosen}
                onChange={(event) => onChoose(event.target.checked)}
              />
            </label>
          )}
        </td>
      )}
      <td {...is('cell')} className={`${cellLook} max-lg:p-0`}>
        {email ? (
          <>
            <Link
              href={`/team/patients/${id}`}
              data-item=""
              className={`${nameLook} inline-block text-brand-ink hover:underline max-lg:flex max-lg:min-h-11 max-lg:items-center`}
            >
              <Marked text={name} search={search} />
            </Link>
            <span className="block text-[0.8125rem] whitespace-nowrap text-soft">
              {patient.birthDate ? `Born ${longDay(patient.birthDate)}` : firstLetters(email)}
            </span>
          </>
        ) : (
          <NameAlone {...{ id, name, search, onReason, patient }} />
        )}
      </td>
      {email ? (
        columns.map(({ header, cell }) => (
          <td
            key={header}
            {...is('cell')}
            className={`${cellLook} max-lg:col-start-[-2] max-lg:flex max-lg:gap-2 max-lg:p-0 max-lg:pt-1 max-lg:has-[[data-nothing]]:hidden`}
          >
            <span aria-hidden="true" className="w-28 shrink-0 text-soft lg:hidden">
              {header}
            </span>
            <div className="min-w-0">{cell(patient, reader)}</div>
          </td>
        ))
      ) : (
        <td {...is('cell')} colSpan={columns.length} className={`${cellLook} max-lg:p-0`}>
          {onReason && (
            <button
              type="button"
              data-item=""
              onClick={() => onReason(patient)}
              className="text-link min-h-11 font-semibold outline-none focus-visible:shadow-none"
            >
              Open with a reason
              <span className="sr-only">{`: ${name}`}</span>
            </button>
          )}
          {showsInvitation && (
            <p className="text-soft">
              {'No access yet, consent missing, or access ended. '}
              <TextLink to={`/team/invitations?search=${encodeURIComponent(name)}`}>See invitation</TextLink>
            </p>
          )}
        </td>
      )}
    </tr>
  );
}

/**
 * A patient without both consents opens as a name and an address. If a reason is needed, the button takes the
 * row's place.
 */
function NameAlone({
  id,
  name,
  search,
  onReason,
}: Pick<Props, 'search' | 'onReason'> & { id: string; name: string }) {
  if (onReason)
    return (
      <span className="text-[0.9375rem] font-semibold wrap-anywhere">
        <Marked text={name} search={search} />
      </span>
    );
  return (
    <Link
      href={`/team/patients/${id}`}
      data-item=""
      className={`${nameLook} inline-block hover:underline max-lg:flex max-lg:min-h-11 max-lg:items-center`}
    >
      <Marked text={name} search={search} />
    </Link>
  );
}
