import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Consents } from '@domain/onboarding/consent.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { reportFailure } from '@/lib/backend/failures.ts';
import { notSavedWords } from '@/lib/backend/not-saved.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

const given = z.pipe(
  z.nullable(z.boolean()),
  z.transform((answer) => answer === true),
);
const Row = z.object({
  privacy_policy_accepted: given,
  data_usage_consent: given,
  research_consent: given,
  sms_consent: given,
});

/** The patient's consents. Null if they have no record. */
export const consentsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['consents', userId],
    queryFn: () => fetchConsents(userId),
    retry: retryOnce,
  });

async function fetchConsents(userId: string): Promise<Consents | null> {
  const answer = await from('customers')
    .select('privacy_policy_accepted,data_usage_consent,research_consent,sms_consent')
    .eq('user_id', userId)
    .maybeSingle();
  return z.nullable(Row).parse(dataOf(answer));
}

/** Whether we have a phone number for texts. */
export const hasNumberQuery = (userId: string) =>
  queryOptions({ queryKey: ['has-number', userId], queryFn: () => fetchHasNumber(userId), retry: retryOnce });

async function fetchHasNumber(userId: string): Promise<boolean> {
  const answer = await from('customers').select('customer_phone').eq('user_id', userId).maybeSingle();
  const row = z.nullable(z.object({ customer_phone: z.nullable(z.string()) })).parse(dataOf(answer));
  return Boolean(row?.customer_phone?.trim());
}

const HistoryRows = z.array(
  z.object({
    id: z.number(),
    consent: z.enum(['privacy_policy_accepted', 'data_usage_consent', 'research_consent', 'sms_consent']),
    granted: z.boolean(),
    changed_at: z.string(),
  }),
);
export type ConsentChange = { id: number; consent: keyof Consents; granted: boolean; changedAt: Instant };

/** Every change of a consent, newest first. */
export const consentHistoryQuery = (userId: string) =>
  queryOptions({ queryKey: ['consent-history', userId], queryFn: () => fetchHistory(userId) });

async function fetchHistory(userId: string): Promise<ConsentChange[]> {
  const answer = await from('consent_history')
    .select('id,consent,granted,changed_at')
    .eq('user_id', userId)
    .order('changed_at', { ascending: false })
    .order('id', { ascending: false });
  return HistoryRows.parse(dataOf(answer)).map(({ id, consent, granted, changed_at }) => ({
    id,
    consent,
    granted,
    changedAt: instantFromIso(changed_at),
  }));
}

export function useSaveConsents(userId: string) {
  const client = useQueryClient();
  return useSendOnce({
    mutationFn: (consents: Consents) => callFunction('update-privacy-preferences', { body: consents }),
    // Offline it fails and says so, rather than waiting with a spinner.
    networkMode: 'always',
    onError: (error) => reportFailure(notSavedWords(error), error),
    onSuccess: async (_, consents) => {
      client.setQueryData(consentsQuery(userId).queryKey, consents);
      await client.invalidateQueries({ queryKey: consentHistoryQuery(userId).queryKey });
    },
  });
}
