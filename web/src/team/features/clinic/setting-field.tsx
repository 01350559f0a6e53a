import { useMemo, useState } from 'react';
import type { ClinicSetting } from '@domain/clinic/settings.ts';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { zoneOptions } from '@/lib/dates/zone-options.ts';

type Props = {
  name: ClinicSetting;
  setting: { label: string; hint?: string };
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

const LONG = new Set<ClinicSetting>(['coachBio', 'patientWords', 'helplines']);

/** How a setting is typed in: a list of zones, some lines, or one. */
export function SettingField({ name, setting: { label, hint }, value, error, onChange }: Props) {
  const shared = {
    label,
    error,
    value,
    ...(hint && { hint }),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (name === 'clinicTimeZone') return <ZoneField {...shared} />;
  if (LONG.has(name)) return <TextArea {...shared} className="sm:col-span-2" />;
  return <Field {...shared} type={name === 'contentReviewed' ? 'date' : 'text'} autoComplete="off" />;
}

function ZoneField(field: Omit<Parameters<typeof Select>[0], 'options'> & { value: string }) {
  const { value } = field;
  const [now] = useState(Date.now);
  const options = useMemo(() => zoneOptions(now, value), [now, value]);
  return <Select {...field} options={options} placeholder="Select a time zone" />;
}
