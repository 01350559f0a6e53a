import { Phone } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_MESSAGE } from '@domain/contracts/fields/lengths.ts';
import { TeamMessageRequest } from '@domain/contracts/team/team-message.ts';
import { hasVisibleText } from '@domain/contracts/fields/visible-text.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { lostAnswer, type Sent } from './lost-answer.ts';
import type { Message, Thread } from './queries.ts';

const NOTHING_SAID = 'Please write what was said on the phone.';
const Form = z.object({ text: z.string() });

type Props = { thread: Thread; messages: readonly Message[]; member: TeamSession };

/** An answer, in the portal or as it was given by phone. Where a colleague was first, their answer stands above and the text here stays. */
export function AnswerBox({ thread, messages, member }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `message:${thread.id}`,
    Answers: Form,
    empty: () => ({ text: '' }),
  });
  const { id: userId } = useUser();
  const [tries] = useState(() => lostAnswer(thread.id, userId));
  const [problem, setProblem] = useState<string | undefined>();
  const { mutate, isPending, error } = useAct<Sent>({
    name: 'team-message',
    tries,
    // A message that came in meanwhile changes what was seen, and not what is being sent.
    sameAct: ({ threadId, text, byPhone }) => [threadId, text, byPhone],
    onDone: (_answer, { text }) => {
      if (answers.text.trim() !== text) return; // more was written meanwhile
      answer({ text: '' });
      forget();
    },
  });
  const last = messages.at(-1);
  const isOthers = last?.who && (last.who.name !== member.name || last.who.role !== member.role);
  const colleague = isOthers ? last.who!.name : null;

  function send(byPhone: boolean) {
    if (byPhone && !hasVisibleText(answers.text)) return setProblem(NOTHING_SAID);
    const request = TeamMessageRequest.safeParse({
      threadId: thread.id,
      text: answers.text,
      seen: last?.place ?? 0,
      ...(byPhone && { byPhone }),
    });
    setProblem(request.success ? undefined : request.error.issues[0]!.message);
    if (request.success) mutate(request.data);
  }

  return (
    <div className="space-y-3">
      {error && (
        <div role="alert">
          <Notice tone="warning">{failureWords(error)}</Notice>
        </div>
      )}
      {!error && colleague && answers.text !== '' && (
        <output className="block">
          <Notice tone="warning">{`${colleague} has answered. Please read it first.`}</Notice>
        </output>
      )}
      <TextArea
        label="Your reply"
        hint={`The patient reads this here, also what you write for 'Answered by phone'. ${DOWNLOADED}`}
        maxLength={MAX_MESSAGE}
        value={answers.text}
        error={problem}
        onChange={({ target }) => {
          // Other words are another answer, also where they come to the same in the end.
          tries.forget();
          answer({ text: target.value });
        }}
      />
      <div className="flex flex-wrap gap-2">
        <CompactButton look="primary" busy={isPending} onClick={() => send(false)}>
          Send
        </CompactButton>
        <CompactButton disabled={isPending} onClick={() => send(true)}>
          <Phone aria-hidden="true" className="size-4" strokeWidth={1.75} />
          Answered by phone
        </CompactButton>
      </div>
    </div>
  );
}
