import { useState } from 'react';
import * as z from 'zod/mini';
import { MESSAGES } from '@domain/copy/messages.ts';
import { MessageText } from '@domain/contracts/fields/message-text.ts';
import { TOPICS, type Topic } from '@domain/messages/topics.ts';
import { AddedFile } from '@/product-components/message-files/file-kinds.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';

const FORM = {
  name: 'message',
  steps: ['write'] as const,
  Answers: z.object({
    topic: z.nullable(z.enum(TOPICS)),
    text: z.string(),
    pictures: z.array(AddedFile),
  }),
  empty: { topic: null as Topic | null, text: '', pictures: [] as AddedFile[] },
  failure: MESSAGES.notSent,
};

export type MessageForm = ReturnType<typeof useMessageForm>;

/** The message being written. It survives a reload, and is stored once however often it is sent. */
export function useMessageForm() {
  const { answers, answer, saving, submit, startOver } = useEntryForm(FORM);
  const [isAsked, setAsked] = useState(false);
  const [pictureProblem, setPictureProblem] = useState<string>();
  const [isTopicMissing, setTopicMissing] = useState(false);
  const { data: text, error } = MessageText.safeParse(answers.text);
  return {
    text: answers.text,
    pictures: answers.pictures,
    /** The unfinished draft's level. */
    draftTopic: answers.text || answers.pictures.length > 0 ? answers.topic : null,
    saving,
    /** Why the server refuses a picture, in the server's words. */
    pictureProblem,
    isTopicMissing,
    /** Shown once Send was pressed. */
    error: isAsked ? error?.issues[0]?.message : undefined,
    addPictures: (pictures: AddedFile[], topic: Topic | null) => {
      setPictureProblem(undefined);
      answer({ pictures, topic });
    },
    write: (words: string, topic: Topic | null) => answer({ text: words, topic }),
    chooseTopic: (topic: Topic) => {
      setTopicMissing(false);
      answer({ topic });
    },
    /**
     * Puts text that could not be sent back into the field, after the current draft, so that the patient can edit it
     * or add the pictures again.
     */
    writeAgain: (words: string, topic: Topic, hadPictures: boolean) => {
      answer({ text: [answers.text, words].filter(Boolean).join('\n\n'), topic });
      setPictureProblem(hadPictures ? MESSAGES.pictures.waitedTooLong : undefined);
    },
    send: (topic: Topic | null) => {
      setAsked(true);
      setTopicMissing(topic === null);
      const files = answers.pictures.map(({ id }) => id);
      if (topic === null || text === undefined) return;
      submit(
        { kind: 'message', topic, text, ...(files.length > 0 && { files }) },
        () => {
          startOver();
          setAsked(false);
        },
        (refusal) => {
          if (!isOfPicture(refusal)) return;
          // The server stores nothing of a refused message.
          answer({ pictures: [] });
          setPictureProblem(`${refusal.message} ${MESSAGES.pictures.again}`);
        },
      );
    },
  };
}

const isOfPicture = (error: Error): boolean =>
  error instanceof AppError && (error.code === 'bad_picture' || error.code === 'unknown_picture');
