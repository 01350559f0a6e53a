import type { ClinicSetting } from '@domain/clinic/settings.ts';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { DaysField, HoursFields } from './hours-fields.tsx';
import { ZoneField } from '@/product-components/zone-field.tsx';

type Props = {
  name: ClinicSetting;
  setting: { label: string; hint?: string };
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

const ON_OR_OFF = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];
const LONG = new Set<ClinicSetting>(['coachBio', 'patientWords', 'helplines']);

/** The field for a setting: a list of zones, several lines, or one. */
export function SettingField({ name, setting: { label, hint }, value, error, onChange }: Props) {
  const shared = {
    label,
    error,
    value,
    ...(hint && { hint }),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const chosen = { label, error, value, onChange, ...(hint && { hint }) };
  if (name === 'careHours') return <HoursFields {...chosen} />;
  if (name === 'careDays') return <DaysField {...chosen} />;
  if (name === 'texts') return <Select {...shared} value={value || 'on'} options={ON_OR_OFF} />;
  if (name === 'clinicTimeZone') return <ZoneField {...shared} />;
  if (LONG.has(name)) return <TextArea {...shared} className="sm:col-span-2" />;
  return <Field {...shared} type={name === 'contentReviewed' ? 'date' : 'text'} autoComplete="off" />;
}
