import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { BirthDate, PreferredName, Pronouns } from '@domain/contracts/fields/identity.ts';
import { IDENTITY_CARD } from './words.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { localDay } from '@/lib/dates/dates.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { draftOf, type Draft } from '@/lib/entries/drafts.ts';
import type { IdentityChange, OwnIdentity } from './queries.ts';

const Change = z.object({
  preferredName: z.nullable(PreferredName),
  pronouns: z.nullable(Pronouns),
  birthDate: z.nullable(BirthDate),
});

const Typed = z.object({ preferredName: z.string(), pronouns: z.string(), birthDate: z.string() });
type Typed = z.output<typeof Typed>;

/** Unsaved edits. */
export const identityDraft = (userId: string): Draft<Typed> => draftOf('about-you', userId, Typed);

type Props = {
  draft: Draft<Typed>;
  identity: OwnIdentity;
  busy: boolean;
  onSave: (change: IdentityChange) => void;
  onCancel: () => void;
};

/** All fields are optional. */
export function IdentityForm({ draft, identity, busy, onSave, onCancel }: Props) {
  const today = localDay(useNow(() => undefined));
  const [form, setForm] = useState<Typed>(
    () =>
      draft.read() ?? {
        preferredName: identity.preferredName ?? '',
        pronouns: identity.pronouns ?? '',
        birthDate: identity.birthDate ?? '',
      },
  );
  const [isSent, setIsSent] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const read = Change.check(
    z.refine(({ birthDate }) => birthDate === null || birthDate <= today, {
      path: ['birthDate'],
      message: IDENTITY_CARD.notBorn,
    }),
  ).safeParse({
    preferredName: form.preferredName.trim() || null,
    pronouns: form.pronouns.trim() || null,
    birthDate: form.birthDate || null,
  });
  const wiring = (name: keyof IdentityChange) => ({
    label: IDENTITY_CARD.fields[name],
    value: form[name],
    error: isSent ? read.error?.issues.find(({ path }) => path[0] === name)?.message : undefined,
    onChange: ({ target }: { target: { value: string } }) => change({ ...form, [name]: target.value }),
  });

  function change(next: Typed) {
    setForm(next);
    draft.keep(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (read.success) return onSave(read.data);
    flushSync(() => setIsSent(true));
    focusFirstError(frame.current!);
  }

  return (
    <form ref={frame} noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      <Field autoComplete="nickname" {...wiring('preferredName')} />
      <Field placeholder="she/her" {...wiring('pronouns')} />
      <Field type="date" autoComplete="bday" min="1900-01-01" max={today} {...wiring('birthDate')} />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" busy={busy}>
          {IDENTITY_CARD.save}
        </Button>
        <Button type="button" look="quiet" onClick={onCancel}>
          {IDENTITY_CARD.cancel}
        </Button>
      </div>
    </form>
  );
}
