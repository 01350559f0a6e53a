import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { MAX_ZIP } from '@domain/contracts/fields/lengths.ts';
import { KIT_CARD } from '@domain/copy/kit.ts';
import { ShippingAddress, STATE_CODES, STATES } from '@domain/kit/shipping-address.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { Select } from '@/components/form/select.tsx';
import { draftOf, type Draft } from '@/lib/entries/drafts.ts';
import type { OwnKit } from './queries.ts';

type Name = keyof ShippingAddress;
const Typed = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
} satisfies Record<Name, unknown>);
type Typed = z.output<typeof Typed>;

/** Unsaved edits. */
export const addressDraft = (userId: string): Draft<Typed> => draftOf('shipping-address', userId, Typed);

type Props = {
  draft: Draft<Typed>;
  /** The stored address. Null before the first one. */
  address: OwnKit['address'];
  busy: boolean;
  onSave: (address: ShippingAddress) => void;
  /** Undefined if the page only has the form. */
  onCancel?: (() => void) | undefined;
};

const STATE_OPTIONS = STATE_CODES.map((code) => ({ value: code, label: STATES[code] }));
const AUTO_COMPLETE: Record<Name, string> = {
  line1: 'shipping address-line1',
  line2: 'shipping address-line2',
  city: 'shipping address-level2',
  state: 'shipping address-level1',
  zip: 'shipping postal-code',
};

export function AddressForm({ draft, address, busy, onSave, onCancel }: Props) {
  const [form, setForm] = useState<Typed>(
    () =>
      draft.read() ?? {
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        city: address?.city ?? '',
        state: address?.state ?? '',
        zip: address?.zip ?? '',
      },
  );
  const [isSent, setIsSent] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const read = ShippingAddress.safeParse({ ...form, line2: form.line2.trim() || null });
  const errorOf = (name: Name) =>
    isSent ? read.error?.issues.find(({ path }) => path[0] === name)?.message : undefined;
  const wiring = (name: Name) => ({
    label: KIT_CARD.fields[name],
    autoComplete: AUTO_COMPLETE[name],
    value: form[name],
    error: errorOf(name),
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
    <form ref={frame} noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-6">
      <Field className="sm:col-span-6" {...wiring('line1')} />
      <Field className="sm:col-span-6" {...wiring('line2')} />
      <Field className="sm:col-span-6" {...wiring('city')} />
      <Select
        className="sm:col-span-3"
        placeholder="Select your state"
        options={STATE_OPTIONS}
        {...wiring('state')}
      />
      <Field className="sm:col-span-3" inputMode="numeric" maxLength={MAX_ZIP} {...wiring('zip')} />
      <div className="flex flex-wrap gap-3 sm:col-span-6">
        <Button type="submit" busy={busy}>
          {KIT_CARD.save}
        </Button>
        {onCancel && (
          <Button type="button" look="quiet" onClick={onCancel}>
            {KIT_CARD.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
