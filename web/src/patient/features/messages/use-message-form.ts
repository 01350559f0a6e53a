import { useState } from 'react';
import * as z from 'zod/mini';
import { MESSAGES } from '@domain/copy/messages.ts';
import { MessageText } from '@domain/contracts/message-text.ts';
import { TOPICS, type Topic } from '@domain/messages/topics.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';

const FORM = {
  name: 'message',
  steps: ['write'] as const,
  Answers: z.object({ topic: z.nullable(z.enum(TOPICS)), text: z.string() }),
  empty: { topic: null as Topic | null, text: '' },
  failure: MESSAGES.notSent,
};

export type MessageForm = ReturnType<typeof useMessageForm>;

/** What is being written: it survives a reload, and is stored once however often it is sent. */
export function useMessageForm() {
  const { answers, answer, saving, submit, startOver } = useEntryForm(FORM);
  const [isAsked, setAsked] = useState(false);
  const [isTopicMissing, setTopicMissing] = useState(false);
  const { data: text, error } = MessageText.safeParse(answers.text);
  return {
    text: answers.text,
    /** Of what was left half-written. */
    draftTopic: answers.text ? answers.topic : null,
    saving,
    isTopicMissing,
    /** Said once Send was pressed. */
    error: isAsked ? error?.issues[0]?.message : undefined,
    write: (words: string, topic: Topic | null) => answer({ text: words, topic }),
    chooseTopic: (topic: Topic) => {
      setTopicMissing(false);
      answer({ topic });
    },
    send: (topic: Topic | null) => {
      setAsked(true);
      setTopicMissing(topic === null);
      if (topic === null || text === undefined) return;
      submit({ kind: 'message', topic, text }, () => {
        startOver();
        setAsked(false);
      });
    },
  };
}
