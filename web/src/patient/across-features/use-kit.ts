import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KitForPeak } from '@domain/next-step/kit-for-peak.ts';
import { useUser } from '@/lib/backend/session.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { testRulesQuery } from './test-rules-query.ts';

/** Whether there is a kit to use: undefined while it is on its way, null if it did not load. */
export function useKit(): KitForPeak | null | undefined {
  const { id } = useUser();
  const [now] = useState(Date.now);
  const customer = useQuery(customerQuery(id));
  const plan = useQuery(planQuery(id));
  const rules = useQuery(testRulesQuery);
  if (!rules.data || !customer.data || plan.data === undefined)
    return [rules, plan, customer].some(({ isPending, isPaused }) => isPending && !isPaused)
      ? undefined
      : null;
  const { trackingUrl } = customer.data;
  return rules.data.kitOf({ ownPlan: plan.data, trackingUrl, now, zone: shownZone() });
}
