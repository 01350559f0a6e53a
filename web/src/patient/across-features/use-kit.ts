import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { kitForPeak, type KitForPeak } from '@domain/next-step/kit-for-peak.ts';
import { useUser } from '@/lib/backend/session.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { readPlan } from '@/patient/features/journey/own-plan.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';

/** Whether there is a kit to use: undefined while it is on its way, null if it did not load. */
export function useKit(): KitForPeak | null | undefined {
  const { id } = useUser();
  const [now] = useState(Date.now);
  const customer = useQuery(customerQuery(id));
  const plan = useQuery({ ...planQuery(id), select: readPlan });
  if (!plan.data || !customer.data)
    return [plan, customer].some(({ isPending, isPaused }) => isPending && !isPaused) ? undefined : null;
  const kit = { ...plan.data.kit, trackingUrl: customer.data.trackingUrl };
  return kitForPeak({ ...plan.data.plan, kit, now, zone: shownZone() });
}
