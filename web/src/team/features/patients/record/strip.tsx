import { TriangleAlert, X } from 'lucide-react';
import { useContext } from 'react';
import { ageOn } from '@domain/time/age.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { longDay } from '@domain/time/words.ts';
import { InCallContext } from '../in-call.ts';
import type { WholeRecord } from '../queries.ts';
import { StatusBadge } from '../status-badge.tsx';

type Props = { record: WholeRecord; today: LocalDate };

/** 'Age 34, born March 14, 1992', or 'Age 34' if only the questionnaire has it. */
function ageWords({ profile: { age, identity } }: WholeRecord, today: LocalDate): string {
  const { birthDate } = identity;
  if (birthDate) return `Age ${ageOn(birthDate, today)}, born ${longDay(birthDate)}`;
  return age === null ? 'Age unknown' : `Age ${age}`;
}

/** The patient's identity, visible while reading or writing about them. */
export function PatientStrip({
  record,
  today,
  onRemoveAlert,
}: Props & { onRemoveAlert: (id: string) => void }) {
  const { name, profile, alerts } = record;
  const age = ageWords(record, today);
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

/** The same in one line, for panels that cover the page. */
export function PatientLine({ record, today }: Props) {
  const { name, profile, alerts } = record;
  return (
    <div className="rounded-field bg-paper px-3 py-2 text-small">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <b className="font-semibold wrap-anywhere">{name}</b>
        <StatusBadge state={record.careState} stage={record.profile.stage} />
        <span className="text-soft tabular-nums">
          {[ageWords(record, today), profile.identity.pronouns].filter(Boolean).join(' · ')}
        </span>
      </p>
      {alerts.length > 0 && (
        <p className="mt-1 font-semibold text-danger">
          <span className="sr-only">Alerts: </span>
          {alerts.map(({ text }) => text).join(' · ')}
        </p>
      )}
    </div>
  );
}
