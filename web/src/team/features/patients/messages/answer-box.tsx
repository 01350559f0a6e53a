import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { draftOfThread, MessageBox } from './message-box.tsx';
import type { Message, Thread, ThreadPatient } from './queries.ts';

type Props = {
  thread: Thread;
  patient: ThreadPatient;
  messages: readonly Message[];
  member: TeamSession;
  onSent: () => void;
};

/** A reply, in the portal or as it was given by phone. Where a colleague was first, their reply is above and the text here stays. */
export function AnswerBox({ thread, patient, messages, member, onSent }: Props) {
  const last = messages.at(-1);
  const isOthers = last?.who && (last.who.name !== member.name || last.who.role !== member.role);
  return (
    <MessageBox
      label="Your reply"
      hint="The patient will see your reply, including notes about a phone call."
      name={draftOfThread(thread.id)}
      target={{ threadId: thread.id, seen: last?.place ?? 0 }}
      patient={patient}
      onSent={(_, isMoreWritten) => !isMoreWritten && onSent()}
      warning={isOthers ? `${last.who!.name} already replied. Read their reply first.` : null}
    />
  );
}
