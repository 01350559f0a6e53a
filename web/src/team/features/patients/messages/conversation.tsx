import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { compactLook } from '@/components/action/compact-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { failureWords, isCode } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { SidePanel } from '../side-panel.tsx';
import { useSessionCheck } from '../queries.ts';
import { AnswerBox } from './answer-box.tsx';
import { MessageLine } from './message-line.tsx';
import { NoReply } from './no-reply.tsx';
import { messagesQuery, type Message } from './queries.ts';
import { waitingWords } from './use-conversations.ts';

type Props = {
  /** The conversation's id, or that of one of its messages. */
  thread: string;
  member: TeamSession;
  onClose: () => void;
  /** Set if the record isn't around it. */
  linksRecord?: boolean;
  /** It was answered, or needs no reply. */
  onSettled?: () => void;
};

const STAY = () => {};

/** What was written, oldest first, and the answer below it. Opening it tells the patient that it was seen. */
export function Conversation({
  thread: wanted,
  member,
  onClose,
  linksRecord = false,
  onSettled = STAY,
}: Props) {
  const { data, error, refetch } = useQuery(messagesQuery({ thread: wanted }));
  useSessionCheck(error);
  const now = useMinute();
  const thread = data?.threads[0];
  // A colleague's conversation is only open to others while it waits for a reply.
  const isClosed = data && isCode(error, 'not_allowed');
  if (!data?.patient || !thread || isClosed)
    return (
      <SidePanel
        title="Messages"
        onClose={onClose}
        state={null}
        foot={null}
        fields={
          isClosed ? (
            <Quiet title="This conversation doesn’t need a reply now">
              It belongs to a colleague. If the patient writes to you again, it will be in your list.
            </Quiet>
          ) : error ? (
            <Failed
              title="The conversation didn’t load"
              words={failureWords(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <LoadingBlock label="Loading the conversation..." lines={4} />
          )
        }
      />
    );
  const waits = waitingWords(thread, member.timeZone, now);
  return (
    <SidePanel
      title={`Messages: ${thread.topic}`}
      onClose={onClose}
      state={
        <div className="space-y-1.5">
          {linksRecord && (
            <p className="flex flex-wrap items-baseline gap-x-3">
              <b className="font-semibold wrap-anywhere">{data.patient.name}</b>
              <Link href={`/team/patients/${data.patient.id}`} className={compactLook('quiet')}>
                Open record
              </Link>
            </p>
          )}
          {waits && (
            <p
              className={`text-small ${thread.waiting?.stage === 'overdue' ? 'font-semibold text-danger' : 'text-soft'}`}
            >
              {waits}
            </p>
          )}
          <NoReply thread={thread} patient={data.patient} zone={member.timeZone} onDone={onSettled} />
        </div>
      }
      fields={<Written messages={data.messages} zone={member.timeZone} seenUntil={thread.readByPatient} />}
      foot={
        <AnswerBox
          key={thread.id}
          thread={thread}
          patient={data.patient}
          messages={data.messages}
          member={member}
          onSent={onSettled}
        />
      }
    />
  );
}

type Listed = { messages: readonly Message[]; zone: string; seenUntil: number };

/**
 * A long conversation opens at its end, because the newest message is the one to reply to. A message just
 * sent is shown too.
 */
function Written({ messages, zone, seenUntil }: Listed) {
  const list = useRef<HTMLOListElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  return (
    <ol ref={list} aria-label="Conversation" className="space-y-3">
      {messages.map((message) => (
        <MessageLine key={message.id} message={message} zone={zone} isSeen={message.place <= seenUntil} />
      ))}
    </ol>
  );
}
