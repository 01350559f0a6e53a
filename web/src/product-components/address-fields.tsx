import { KIT_CARD } from '@domain/copy/kit.ts';
import { STATE_CODES, STATES } from '@domain/kit/shipping-address.ts';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';

export const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'zip'] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

type Wiring = {
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

/** A postal address in the United States. */
export const AddressFields = ({ wiring }: { wiring: (name: AddressField) => Wiring }) => (
  <fieldset className="grid gap-4 sm:grid-cols-6">
    <legend className="mb-3 text-[1.0625rem] font-semibold">Postal address</legend>
    <Field className="sm:col-span-6" label={KIT_CARD.fields.line1} {...wiring('line1')} />
    <Field className="sm:col-span-6" label={KIT_CARD.fields.line2} {...wiring('line2')} />
    <Field className="sm:col-span-6" label={KIT_CARD.fields.city} {...wiring('city')} />
    <Select
      className="sm:col-span-3"
      label={KIT_CARD.fields.state}
      placeholder="Select a state"
      options={STATE_CODES.map((code) => ({ value: code, label: STATES[code] }))}
      {...wiring('state')}
    />
    <Field className="sm:col-span-3" label={KIT_CARD.fields.zip} inputMode="numeric" {...wiring('zip')} />
  </fieldset>
);

/** The changed address, complete or empty. Undefined if nothing changed. */
export function changedAddress(form: Record<AddressField, string>, stored: Record<AddressField, string>) {
  if (ADDRESS_FIELDS.every((name) => form[name].trim() === stored[name])) return undefined;
  if (ADDRESS_FIELDS.every((name) => form[name].trim() === '')) return null;
  const { line1, line2, city, state, zip } = form;
  return { line1, line2: line2.trim() || null, city, state, zip };
}
