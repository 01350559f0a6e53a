import { TriangleAlert, X } from 'lucide-react';
import { useContext } from 'react';
import type { LocalDate } from '@domain/time/day.ts';
import { ageWords } from '@/product-components/patient-line.tsx';
import { StatusBadge } from '@/product-components/status-badge.tsx';
import { InCallContext } from '../in-call.ts';
import { inSightOf } from '../in-sight-of.ts';
import type { WholeRecord } from '../queries.ts';

type Props = { record: WholeRecord; today: LocalDate; onRemoveAlert: (id: string) => void };

/** The patient's identity, visible while reading or writing about them. */
export function PatientStrip({ record, today, onRemoveAlert }: Props) {
  const { name, profile, alerts } = record;
  const age = ageWords(inSightOf(record), today);
  // A call's page has its own heading.
  const Heading = useContext(InCallContext) === null ? 'h1' : 'h2';
  return (
    <div className="sticky top-0 z-10 -mx-4 border-b border-line bg-paper px-4 py-2 md:-mx-7 md:px-7">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <Heading className="text-title leading-tight wrap-anywhere max-sm:text-[1.375rem]">{name}</Heading>
        <span className="self-center">
          <StatusBadge state={record.careState} stage={record.profile.stage} />
        </span>
        <p className="text-small text-soft tabular-nums">
          {[
            profile.identity.preferredName && `Goes by ${profile.identity.preferredName}`,
            age,
            profile.identity.pronouns,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {alerts.length > 0 && (
        <ul aria-label="Alerts" className="mt-1.5 flex max-h-24 flex-wrap gap-1.5 overflow-y-auto">
          {alerts.map(({ id, text, who }) => (
            <li
              key={id}
              title={`${who.name}, ${who.role}`}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-danger bg-card py-0.5 pr-0.5 pl-3 text-small font-semibold text-danger"
            >
              <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
              <span className="wrap-anywhere">{text}</span>
              <button
                type="button"
                aria-label={`Remove alert: ${text}`}
                onClick={() => onRemoveAlert(id)}
                className="grid size-7 place-items-center rounded-full hover:bg-card max-lg:size-11"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
