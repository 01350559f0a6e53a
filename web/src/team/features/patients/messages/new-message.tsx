import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TOPICS, type Topic } from '@domain/messages/topics.ts';
import { Select } from '@/components/form/select.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import { inSightOf } from '../in-sight-of.ts';
import type { WholeRecord } from '../queries.ts';
import { SidePanel } from '../side-panel.tsx';
import { draftOfThread, MessageBox, MessageDraft } from './message-box.tsx';
import { messagesQuery } from './queries.ts';

type Props = { record: WholeRecord; onClose: () => void; onOpen: (thread: string) => void };

/**
 * The first message of a conversation. If the topic already has one, it opens with what was written so far.
 */
export function NewMessage({ record, onClose, onOpen }: Props) {
  const { id, profile } = record;
  const { id: userId } = useUser();
  const { data } = useQuery(messagesQuery({ patient: id }));
  const [topic, setTopic] = useState<Topic | undefined>();
  const draft = `new-message:${id}`;
  const threadOf = (wanted: Topic) => data?.threads.find((thread) => thread.topic === wanted);

  const existing = topic && threadOf(topic)?.id;
  // Known once the conversations have loaded, even if the topic was selected before.
  useEffect(() => {
    if (!existing) return;
    const own = draftOf(draft, userId, MessageDraft);
    const there = draftOf(draftOfThread(existing), userId, MessageDraft);
    const written = own.read();
    if ((written?.text || written?.files?.length) && !there.read()?.text) {
      there.keep(written);
      own.forget();
    }
    onOpen(existing);
  });

  return (
    <SidePanel
      title="Send message"
      onClose={onClose}
      state={null}
      fields={
        <Select
          label="Topic"
          value={topic ?? ''}
          options={TOPICS.map((each) => ({
            value: each,
            label: threadOf(each) ? `${each} (open the conversation)` : each,
          }))}
          onChange={({ target }) => setTopic(target.value as Topic)}
        />
      }
      foot={
        <MessageBox
          label="Message"
          hint="We’ll tell the patient that there is a message, and nothing more."
          name={draft}
          target={{ patientId: id, topic }}
          patient={{
            id,
            firstName: profile.identity.preferredName ?? profile.firstName,
            ...inSightOf(record),
          }}
          onSent={onOpen}
        />
      }
    />
  );
}
