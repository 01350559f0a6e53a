import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import type { RecordAgreementRequest } from '@domain/contracts/patient/record-agreement.ts';
import { AGREEMENT, AGREEMENT_VERSION } from '@domain/copy/agreement.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { APPLICATOR_PERSONS, type ApplicatorPerson } from '@domain/safety/agreement.ts';
import { Button } from '@/components/action/button.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { Checkbox } from '@/components/form/checkbox.tsx';
import { Field } from '@/components/form/field.tsx';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Card } from '@/components/layout/card.tsx';
import { callFunction } from '@/lib/backend/call-function.ts';
import { MAX_PERSON_NAME } from '@domain/contracts/fields/lengths.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

const OPTIONS = APPLICATOR_PERSONS.map((value) => ({ value, label: AGREEMENT.persons[value] }));

type Props = {
  isNeeded: boolean;
  person: ApplicatorPerson;
  /** Who agreed last time. */
  name: string | null;
  onDone: () => void;
};

/** Asks who uses the applicator, and for that person's agreement if it is someone else. */
export function Agreement({ isNeeded, person: stated, name: known, onDone }: Props) {
  const [person, setPerson] = useState(stated);
  const [name, setName] = useState(known ?? '');
  const [agrees, setAgrees] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const save = useSaveAgreement(onDone);
  const isOther = person !== 'self';
  const isComplete = !isOther || (name.trim() !== '' && agrees);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    flushSync(() => setWasSent(true));
    if (!isComplete) return focusFirstError(event.currentTarget);
    save.mutate(person === 'self' ? { person } : { person, name: name.trim(), agreed: true });
  }

  return (
    <form onSubmit={submit} noValidate className="max-w-2xl">
      <Card title={AGREEMENT.heading}>
        <div className="space-y-6">
          <p>{AGREEMENT.intro}</p>
          <RadioGroup
            legend={AGREEMENT.legend}
            options={OPTIONS}
            className="sm:[&>div]:grid-cols-3"
            value={person}
            disabled={save.isPending}
            onChange={(chosen) => setPerson(chosen as ApplicatorPerson)}
          />
          {isOther && (
            <>
              <Field
                label={AGREEMENT.name}
                value={name}
                maxLength={MAX_PERSON_NAME}
                autoComplete="off"
                disabled={save.isPending}
                error={wasSent && name.trim() === '' ? AGREEMENT.missing.name : undefined}
                onChange={(event) => setName(event.target.value)}
              />
              <Checkbox
                label={AGREEMENT.agrees}
                checked={agrees}
                disabled={save.isPending}
                error={wasSent && !agrees ? AGREEMENT.missing.agrees : undefined}
                onChange={(event) => setAgrees(event.target.checked)}
              />
            </>
          )}
          <p className="text-small text-soft">
            {AGREEMENT.urgent} <TextLink to="/feeling">{FEELING_TITLE}</TextLink>
          </p>
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" busy={save.isPending} className="max-sm:w-full">
              {AGREEMENT.save}
            </Button>
            {!isNeeded && (
              <Button look="quiet" disabled={save.isPending} onClick={onDone}>
                {AGREEMENT.cancel}
              </Button>
            )}
            {!isNeeded && stated !== 'self' && known && (
              <Button
                look="quiet"
                disabled={save.isPending}
                onClick={() => save.mutate({ person: stated, name: known, agreed: false })}
              >
                {AGREEMENT.takeBack}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </form>
  );
}

type Request = z.output<typeof RecordAgreementRequest>;
type Statement = Request extends infer Each ? (Each extends Request ? Omit<Each, 'words'> : never) : never;

function useSaveAgreement(onDone: () => void) {
  const queryClient = useQueryClient();
  const id = useRef<string>(null);
  return useSendOnce({
    networkMode: 'always',
    meta: { failure: AGREEMENT.failure },
    mutationFn: async (statement: Statement) => {
      id.current ??= crypto.randomUUID();
      await callFunction('record-agreement', {
        body: { ...statement, words: AGREEMENT_VERSION },
        idempotencyKey: id.current,
      });
      id.current = null;
      await queryClient.invalidateQueries({ queryKey: ['safety-check'] });
    },
    onSuccess: onDone,
  });
}
