import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { LINKED_APPOINTMENT_TYPES } from '@domain/booking/linked-appointment-types.ts';
import {
  TeamAppointmentTypesAnswer,
  type EditedType,
  type TypeHost,
} from '@domain/contracts/team/team-appointment-types.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { SectionCard } from '@/components/layout/section-card.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { FieldError } from '@/components/form/field-error.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { CallTypeForm } from './call-type-form.tsx';
import { callTypesQuery } from './queries.ts';

type Asking = { type: EditedType | null } | null;
const LINKED = new Set<string>(LINKED_APPOINTMENT_TYPES);

/** The call types patients can book, and their hosts. */
export function CallTypes() {
  const { data, error, isPending, refetch } = useQuery(callTypesQuery);
  useEffect(() => checkSession(error), [error]);
  const [asking, setAsking] = useState<Asking>(null);
  return (
    <SectionCard
      title="Call types"
      about="What patients can book, how long it takes, and who takes it."
      action={
        <CompactButton onClick={() => setAsking({ type: null })}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={2} />
          Add call type
        </CompactButton>
      }
    >
      {isPending && <LoadingBlock label="Loading the call types..." lines={5} className="mt-4" />}
      {error && !data && (
        <Failed
          title="The call types didn’t load"
          words={failureWords(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Standard types={data.types} />}
      {data && data.types.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {data.types.map((type) => (
            <Row key={type.id} {...{ type }} people={data.people} onEdit={() => setAsking({ type })} />
          ))}
        </ul>
      )}
      {asking && <CallTypeForm {...asking} people={data?.people ?? []} onClose={() => setAsking(null)} />}
    </SectionCard>
  );
}

/** Shown to a new clinic, because the portal leads patients to these types. */
function Standard({ types }: { types: readonly EditedType[] }) {
  const id = useId();
  const { mutate, isPending, error } = useAct({
    name: 'team-appointment-types',
    answer: TeamAppointmentTypesAnswer,
    onDone: () => toast({ title: 'Call types added' }),
  });
  const missing = LINKED_APPOINTMENT_TYPES.filter((slug) => !types.some((type) => type.slug === slug));
  if (missing.length === 0) return null;
  return (
    <div className="mt-4">
      <Notice tone="warning">
        {missing.length === 1
          ? 'The portal leads patients to a call type that you don’t have yet.'
          : `The portal leads patients to ${missing.length} call types that you don’t have yet.`}{' '}
        Add them, then change their words and lengths as you like.
      </Notice>
      <CompactButton
        look="primary"
        className="mt-3"
        busy={isPending}
        onClick={() => mutate({ action: 'add-standard' })}
      >
        Add the portal’s call types
      </CompactButton>
      <FieldError id={id} error={error ? failureWords(error) : undefined} />
    </div>
  );
}

type RowProps = { type: EditedType; people: readonly TypeHost[]; onEdit: () => void };

function Row({ type, people, onEdit }: RowProps) {
  const reason = useId();
  const { name, slug, isHidden, id, version } = type;
  const { mutate, isPending, error } = useAct({
    name: 'team-appointment-types',
    answer: TeamAppointmentTypesAnswer,
    onDone: () => toast({ title: isHidden ? 'Patients can book it again' : 'Call type hidden' }),
  });
  const isLinked = LINKED.has(slug);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex flex-wrap items-center gap-2 font-sans text-[0.9375rem] font-semibold wrap-anywhere">
          {name}
          {isHidden && <Badge>Hidden</Badge>}
        </h3>
        <p className="text-small wrap-anywhere text-soft">{rulesWords(type)}</p>
        <p className="text-small wrap-anywhere text-soft">{hostWords(type, people)}</p>
        {isLinked && (
          <p id={reason} className="text-small text-soft">
            The portal leads patients here, so it can’t be hidden.
          </p>
        )}
        <FieldError id={`${reason}-failure`} error={error ? failureWords(error) : undefined} />
      </div>
      <div className="flex flex-wrap gap-2">
        <CompactButton onClick={onEdit}>
          Edit<span className="sr-only">{`: ${name}`}</span>
        </CompactButton>
        <CompactButton
          look="quiet"
          busy={isPending}
          disabled={isLinked}
          aria-describedby={isLinked ? reason : undefined}
          onClick={() => mutate({ action: isHidden ? 'show' : 'hide', id, version })}
        >
          {isHidden ? 'Show' : 'Hide'}
          <span className="sr-only">{`: ${name}`}</span>
        </CompactButton>
      </div>
    </li>
  );
}

const rulesWords = ({ minutes, buffer, notice, interaction }: EditedType) =>
  [
    interaction === 'video_call' ? 'Video call' : 'Phone call',
    `${minutes} minutes`,
    `${buffer} free after`,
    `${notice} minutes’ notice`,
  ].join(' · ');

function hostWords({ hosts }: EditedType, people: readonly TypeHost[]): string {
  const names = people.filter(({ id }) => hosts.includes(id)).map(({ name }) => name);
  return names.length > 0 ? `With ${names.join(', ')}` : 'No one takes it yet';
}
