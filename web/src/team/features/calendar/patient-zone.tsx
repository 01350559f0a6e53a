import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Select } from '@/components/form/select.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { dayOf, timeOf, useMinute } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { clinicZone } from '@/lib/clinic/hours.ts';
import { zoneOptions } from '@/lib/dates/zone-options.ts';
import { shortDay } from '@domain/time/words.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { patientToBookQuery } from './queries.ts';

type Props = {
  id: string;
  /** The selected start. */
  at: string | undefined;
};

/** The zone for the patient's times. If it is unknown, staff can set it. */
export function PatientZone({ id, at }: Props) {
  const client = useQueryClient();
  const now = useMinute();
  const { data } = useQuery(patientToBookQuery(id));
  const { mutate, isPending, error } = useAct<{ action: 'set-time-zone'; id: string; zone: string }>({
    name: 'team-care',
    onDone: () => void client.invalidateQueries({ queryKey: patientToBookQuery(id).queryKey }),
  });
  const [opened] = useState(Date.now);
  const zones = useMemo(() => zoneOptions(opened), [opened]);
  if (!data?.profile) return null;
  const { timeZone } = data.profile;
  if (timeZone !== null)
    return (
      <div className="text-small text-soft">
        <p>{`The email will say ${zoneName(timeZone, now)}.`}</p>
        {at && <p>{`For the patient: ${shortDay(dayOf(at, timeZone))}, ${timeOf(at, timeZone)}.`}</p>}
      </div>
    );
  return (
    <div className="space-y-2">
      <p className="text-small">{`Time zone not known. The email will say ${zoneName(clinicZone(), now)}.`}</p>
      <Select
        label="Patient’s time zone"
        options={zones}
        value=""
        disabled={isPending}
        error={error ? failureWords(error) : undefined}
        onChange={({ target }) => mutate({ action: 'set-time-zone', id, zone: target.value })}
      />
    </div>
  );
}
