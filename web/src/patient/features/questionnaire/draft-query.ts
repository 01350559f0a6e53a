import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Draft } from '@domain/onboarding/questionnaire-draft.ts';
import { QuestionnaireForm } from '@domain/onboarding/questionnaire-form.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { queryClient, retryOnce } from '@/lib/backend/query-client.ts';

const DRAFTS = 'questionnaire_drafts';
const Rows = z.array(
  z.object({ form: QuestionnaireForm, answers_at: z.nullable(z.string()), updated_at: z.string() }),
);

/** The server's copy of a half-filled form. Null if there is none. */
export const draftQuery = (userId: string) =>
  queryOptions({
    queryKey: ['questionnaire-draft', userId],
    queryFn: () => fetchDraft(userId),
    retry: retryOnce,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });

async function fetchDraft(userId: string): Promise<Draft | null> {
  const answer = await from(DRAFTS).select('form,answers_at,updated_at').eq('user_id', userId).limit(1);
  const [row] = Rows.parse(dataOf(answer));
  return row ? { form: row.form, answersAt: row.answers_at, keptAt: row.updated_at } : null;
}

/** Returns when it was stored. Refused if another device has saved newer answers in the meantime. */
export async function keepDraft(userId: string, { form, answersAt }: Draft): Promise<string> {
  const draft = { user_id: userId, form, answers_at: answersAt };
  const answer = await from(DRAFTS).upsert(draft, { onConflict: 'user_id' }).select('updated_at').single();
  const { updated_at: keptAt } = z.object({ updated_at: z.string() }).parse(dataOf(answer));
  const kept: Draft = { form, answersAt, keptAt };
  queryClient.setQueryData(draftQuery(userId).queryKey, kept);
  return keptAt;
}

export async function discardDraft(userId: string): Promise<void> {
  dataOf(await from(DRAFTS).delete().eq('user_id', userId));
  queryClient.setQueryData<Draft | null>(draftQuery(userId).queryKey, null);
}
