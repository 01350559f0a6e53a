import { useQuery } from '@tanstack/react-query';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { SidePanel } from '../side-panel.tsx';
import { useSessionCheck } from '../queries.ts';
import { AnswerBox } from './answer-box.tsx';
import { MessageLine } from './message-line.tsx';
import { messagesQuery } from './queries.ts';
import { waitingWords } from './use-conversations.ts';

type Props = {
  /** Its id, or that of one of its messages. */
  thread: string;
  member: TeamSession;
  onClose: () => void;
};

/** What was written, oldest first, and the answer below it. Opening it tells the patient that it was seen. */
export function Conversation({ thread: wanted, member, onClose }: Props) {
  const { data, error, refetch } = useQuery(messagesQuery({ thread: wanted }));
  useSessionCheck(error);
  const now = useMinute();
  const thread = data?.threads[0];
  if (!data || !thread)
    return (
      <SidePanel
        title="Messages"
        onClose={onClose}
        state={null}
        foot={null}
        fields={
          error ? (
            <Failed
              title="The conversation did not load"
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
        waits && (
          <p
            className={`text-small ${thread.waiting?.stage === 'overdue' ? 'font-semibold text-danger' : 'text-soft'}`}
          >
            {waits}
          </p>
        )
      }
      fields={
        <ol aria-label="Conversation" className="space-y-3">
          {data.messages.map((message) => (
            <MessageLine
              key={message.id}
              message={message}
              zone={member.timeZone}
              isSeen={message.place <= thread.readByPatient}
            />
          ))}
        </ol>
      }
      foot={<AnswerBox key={thread.id} thread={thread} messages={data.messages} member={member} />}
    />
  );
}
