import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { TeamMessagesAnswer } from '@domain/contracts/team/team-messages.ts';
import { TeamPictureAnswer } from '@domain/contracts/team/team-picture.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { config } from '@/lib/backend/config.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import type { LoadFile } from '@/product-components/message-files/shown-file.ts';

export type Conversations = z.output<typeof TeamMessagesAnswer>;
export type ThreadPatient = NonNullable<Conversations['patient']>;
export type Thread = Conversations['threads'][number];
export type Message = Conversations['messages'][number];
export type MessageFile = Message['pictures'][number];

/** Without a live connection, a conversation is never older than this. */
const ASK_AGAIN_MS = 25_000;

/**
 * A patient's conversations, or one with its messages. Opening one shows the patient that it was read, so a
 * hidden page requests nothing, whatever the live updates say, until someone looks again.
 */
export const messagesQuery = (wanted: { patient: string } | { thread: string }) =>
  queryOptions({
    queryKey: ['team-messages', wanted],
    queryFn: () =>
      callFunction(`team-messages?${new URLSearchParams(wanted)}`, {
        method: 'GET',
        answer: TeamMessagesAnswer,
        background: true,
      }),
    refetchInterval: ASK_AGAIN_MS,
    enabled: () => document.visibilityState === 'visible',
    retry: retryOnce,
  });

/**
 * The link is valid for a minute, so it is requested when the file is wanted. We set its type ourselves,
 * whatever the storage answers.
 */
export const loadFile: LoadFile = async ({ id, type }) => {
  const { path } = await callFunction(`team-picture?${new URLSearchParams({ id })}`, {
    method: 'GET',
    answer: TeamPictureAnswer,
    background: true,
  });
  const answer = await fetch(config().supabaseUrl + path);
  if (!answer.ok) throw new AppError('storage_refused', '', answer.status);
  return new Blob([await answer.arrayBuffer()], { type });
};
