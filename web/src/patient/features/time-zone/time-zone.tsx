import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Select } from '@/components/form/select.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { knowsItsPlace } from '@/lib/dates/shown-zone.ts';
import { zoneOptions } from '@/lib/dates/zone-options.ts';
import { timeZoneQuery, useChooseZone, type KeptZone } from './queries.ts';

const BY_DEVICE = 'device';

/** Shown on My Account: the zone for the patient's times. */
export function TimeZone({ userId }: { userId: string }) {
  const { data: kept, error, isLoading } = useQuery(timeZoneQuery(userId));
  useFailureLog(error, 'The time zone could not be read');
  return (
    <Card title="Time zone" intro="The portal, emails, texts and reminders use this time zone.">
      {isLoading && <LoadingBlock lines={1} />}
      {kept && <Choice userId={userId} kept={kept} />}
      {!isLoading && !kept && (
        <p className="text-soft">We can’t show your time zone right now. Please try again later.</p>
      )}
    </Card>
  );
}

function Choice({ userId, kept }: { userId: string; kept: KeptZone }) {
  const { mutate, isPending } = useChooseZone(userId);
  const [opened] = useState(Date.now);
  const zones = useMemo(() => zoneOptions(opened, kept.zone), [opened, kept.zone]);
  const known = knowsItsPlace();
  const here = `${nameIn(zones, kept.zone)}, ${known ? 'as on this device' : 'until you select one'}`;
  const follow = { value: BY_DEVICE, label: kept.isChosen ? 'Follow this device' : here };
  return (
    <Select
      label="Time zone"
      options={known || !kept.isChosen ? [follow, ...zones] : zones}
      value={kept.isChosen ? kept.zone : BY_DEVICE}
      disabled={isPending}
      hint="If you select one, we’ll keep it on every device."
      onChange={({ target }) => mutate(target.value === BY_DEVICE ? null : target.value)}
    />
  );
}

const nameIn = (zones: ReturnType<typeof zoneOptions>, zone: string): string =>
  zones.find(({ value }) => value === zone)?.label ?? zone;
