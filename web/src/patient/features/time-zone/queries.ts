import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dataOf, from, rpc } from '@/lib/backend/database.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { showTimesIn } from '@/lib/dates/select-zone.ts';
import { knowsItsPlace, shownZone } from '@/lib/dates/shown-zone.ts';

const Row = z.nullable(
  z.object({
    time_zone: z.nullable(z.string()),
    time_zone_by: z.nullable(z.enum(['patient', 'browser', 'staff'])),
  }),
);

/** The zone for the patient's times, and whether they selected it. */
export type KeptZone = { zone: string; isChosen: boolean };

export const timeZoneQuery = (userId: string) =>
  queryOptions({ queryKey: ['time-zone', userId], queryFn: () => fetchZone(userId), retry: retryOnce });

async function fetchZone(userId: string): Promise<KeptZone> {
  const answer = await from('customers')
    .select('time_zone, time_zone_by')
    .eq('user_id', userId)
    .maybeSingle();
  const row = Row.parse(dataOf(answer));
  const isChosen = row?.time_zone_by === 'patient';
  showTimesIn(userId, isChosen || !knowsItsPlace() ? (row?.time_zone ?? null) : null);
  return { zone: row?.time_zone ?? shownZone(), isChosen };
}

/** Null means the browser's zone. */
export function useChooseZone(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (chosen: string | null): Promise<KeptZone> => {
      const zone = chosen ?? deviceZone();
      if (chosen === null) dataOf(await rpc('keep_my_time_zone', { p_zone: null, p_chosen: true }));
      dataOf(await rpc('keep_my_time_zone', { p_zone: zone, p_chosen: chosen !== null }));
      return { zone, isChosen: chosen !== null };
    },
    networkMode: 'always',
    meta: { failure: 'Failed to save your time zone. Please try again.' },
    onSuccess: (kept) => {
      showTimesIn(userId, kept.isChosen ? kept.zone : null);
      client.setQueryData(timeZoneQuery(userId).queryKey, kept);
      toast({ title: 'Your time zone is saved.' });
    },
  });
}
