import { useMemo, useState } from 'react';
import { Select } from '@/components/form/select.tsx';
import { zoneOptions } from '@/lib/dates/zone-options.ts';

type Props = Omit<Parameters<typeof Select>[0], 'options'> & { value: string };

/** Time zones by their everyday names, the American ones first. */
export function ZoneField(field: Props) {
  const { value } = field;
  const [opened] = useState(Date.now);
  const options = useMemo(() => zoneOptions(opened, value), [opened, value]);
  return <Select {...field} options={options} placeholder="Select a time zone" />;
}
