import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ConfirmPhoneAnswer } from '@domain/contracts/patient/confirm-phone.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

const Row = z.nullable(
  z.object({ customer_phone: z.nullable(z.string()), phone_changed_by_team: z.boolean() }),
);

/** A number the care team changed gets no texts until the patient confirms it. Empty if we have none. */
export type KnownPhone = { phone: string; changedByTeam: boolean };

export const phoneQuery = (userId: string) =>
  queryOptions({ queryKey: ['phone', userId], queryFn: () => fetchPhone(userId), retry: retryOnce });

async function fetchPhone(userId: string): Promise<KnownPhone> {
  const answer = await from('customers')
    .select('customer_phone,phone_changed_by_team')
    .eq('user_id', userId)
    .maybeSingle();
  const row = Row.parse(dataOf(answer));
  return { phone: row?.customer_phone?.trim() ?? '', changedByTeam: row?.phone_changed_by_team ?? false };
}

/** Texts a code to the number, and returns the number as we understood it. */
export const askForCode = (phone: string) => send({ phone });
export const confirmCode = (code: string) => send({ code });

async function send(body: { phone: string } | { code: string }): Promise<string> {
  const { phone } = await callFunction('confirm-phone', { body, answer: ConfirmPhoneAnswer });
  return phone;
}
