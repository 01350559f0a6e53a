import { CARRIERS, trackingLink, type Carrier } from '@domain/kit/tracking-link.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { longDay } from '@domain/time/words.ts';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';

/** How to track a package: by a carrier's number, or by a link. */
export type Tracking = { carrier: Carrier | null; words: string; sentOn: LocalDate };

const BY_LINK = 'Another carrier, by link';
const NO_LINK = 'Please enter the carrier’s link, which begins with https://';
const NO_NUMBER = 'Please enter the tracking number on the label';

/** Empty if the number isn't valid. The contract checks a link. */
export const trackingUrlOf = ({ carrier, words }: Tracking): string =>
  carrier ? (trackingLink(carrier, words) ?? '') : words;

type Props = {
  value: Tracking;
  today: LocalDate;
  hint: string;
  isWrong: boolean;
  onChange: (tracking: Tracking) => void;
};

export function TrackingFields({ value, today, hint, isWrong, onChange }: Props) {
  const { carrier, words, sentOn } = value;
  return (
    <>
      <Select
        label="Carrier"
        options={[BY_LINK, ...CARRIERS]}
        value={carrier ?? BY_LINK}
        onChange={({ target }) =>
          onChange({ ...value, carrier: CARRIERS.find((one) => one === target.value) ?? null, words: '' })
        }
      />
      <Field
        label={carrier ? 'Tracking number' : 'Tracking link'}
        type={carrier ? 'text' : 'url'}
        autoComplete="off"
        value={words}
        hint={hint}
        error={isWrong ? (carrier ? NO_NUMBER : NO_LINK) : undefined}
        onChange={({ target }) => onChange({ ...value, words: target.value })}
      />
      <DatePicker
        label="Sent on"
        value={sentOn}
        max={today}
        show={longDay}
        onChange={(day) => onChange({ ...value, sentOn: day })}
      />
    </>
  );
}
