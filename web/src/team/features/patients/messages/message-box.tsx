import { MessageSquareQuote, Phone } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { MAX_MESSAGE } from '@domain/contracts/fields/lengths.ts';
import { TeamMessageAnswer, TeamMessageRequest } from '@domain/contracts/team/team-message.ts';
import { hasVisibleText } from '@domain/contracts/fields/visible-text.ts';
import { fillPlaceholders, unfilledIn } from '@domain/messages/placeholders.ts';
import type { Topic } from '@domain/messages/topics.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { TextArea } from '@/components/form/text-area.tsx';
import { DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { failureWords, isCode } from '@/lib/care-team/failure-words.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { PatientLine } from '@/product-components/patient-line.tsx';
import { FileField } from '@/product-components/message-files/file-field.tsx';
import { AddedFile, TEAM_FILES } from '@/product-components/message-files/file-kinds.ts';
import { useAddedFiles } from '@/product-components/message-files/use-added-files.ts';
import { lostAnswer, type Sent } from './lost-answer.ts';
import type { ThreadPatient } from './queries.ts';
import { SavedReplyDialog } from './saved-reply-dialog.tsx';

const NOTHING_SAID = 'Please write what was said on the phone.';
export const MessageDraft = z.object({ text: z.string(), files: z.optional(z.array(AddedFile)) });
/** The key of a conversation's draft. */
export const draftOfThread = (threadId: string): string => `message:${threadId}`;

/** A conversation up to the last message read, or a new one. */
type Target = { threadId: string; seen: number } | { patientId: string; topic: Topic | undefined };

type Props = {
  label: string;
  hint: string;
  /** The key of the draft. */
  name: string;
  target: Target;
  patient: ThreadPatient;
  warning?: string | null;
  /** Perhaps more was written in the meantime. */
  onSent?: (threadId: string, isMoreWritten: boolean) => void;
  children?: ReactNode;
};

/**
 * The box for writing to a patient, with the patient's name next to it. Text that could not be sent stays in
 * the box.
 */
export function MessageBox({ label, hint, name, target, patient, warning, onSent, children }: Props) {
  const { answers, answer, forget } = useDraft<z.output<typeof MessageDraft>>({
    name,
    Answers: MessageDraft,
    empty: () => ({ text: '' }),
  });
  const { text, files = [] } = answers;
  const { id: userId } = useUser();
  const [tries] = useState(() => lostAnswer(name, userId));
  const [problem, setProblem] = useState<string | undefined>();
  const { mutate, isPending, error } = useAct<Sent, z.output<typeof TeamMessageAnswer>>({
    name: 'team-message',
    answer: TeamMessageAnswer,
    tries,
    // A message that arrives meanwhile changes what was seen, but not what is being sent.
    sameAct: ({ threadId, topic, byPhone, ...sent }) => [threadId, topic, sent.text, byPhone, sent.files],
    onDone: ({ threadId }, sent) => {
      toast({ title: sent.byPhone ? 'Saved' : `Sent to ${patient.name}` });
      const isMoreWritten = text.trim() !== sent.text;
      if (!isMoreWritten) {
        answer({ text: '', files: sent.byPhone ? files : [] });
        if (!sent.byPhone || files.length === 0) forget();
      }
      onSent?.(threadId, isMoreWritten);
    },
  });
  const write = (change: Partial<z.output<typeof MessageDraft>>) => {
    // Changed words or files are another message, even if they are changed back.
    tries.forget();
    answer(change);
  };
  const { isAdding, ...adding } = useAddedFiles(TEAM_FILES, files, (next) => write({ files: next }));
  // The server stores nothing of a message with a refused file.
  const field = useRef<HTMLTextAreaElement>(null);
  const [isSelecting, setSelecting] = useState(false);
  const isFileRefused = isCode(error, 'bad_picture') || isCode(error, 'unknown_picture');

  /** Inserted at the cursor, or replacing the selection. */
  function insert(reply: string) {
    const words = fillPlaceholders(reply, patient);
    const { selectionStart: from = text.length, selectionEnd: until = text.length } = field.current ?? {};
    write({ text: text.slice(0, from) + words + text.slice(until) });
    setSelecting(false);
    const open = unfilledIn(words);
    mark(open ? [from + open.from, from + open.until] : [from + words.length, from + words.length]);
  }

  /** Runs once the text is in the field and the dialog is gone. */
  const mark = (place: [number, number]) =>
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(...place);
    });

  function send(byPhone: boolean) {
    const left = unfilledIn(text);
    if (left) {
      mark([left.from, left.until]);
      return setProblem(`Fill in or remove ${left.placeholder} before you send.`);
    }
    if (byPhone && !hasVisibleText(text)) return setProblem(NOTHING_SAID);
    const request = TeamMessageRequest.safeParse({
      ...target,
      text,
      ...(byPhone ? { byPhone } : files.length > 0 && { files: files.map(({ id }) => id) }),
    });
    setProblem(request.success ? undefined : request.error.issues[0]!.message);
    if (request.success) mutate(request.data);
  }

  /** A key that is still held after sending sends nothing more, and neither does one that ends a composed character. */
  function sendByKey({ key, ctrlKey, metaKey, repeat, nativeEvent }: KeyboardEvent) {
    if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat || nativeEvent.isComposing) return;
    if (!isPending && !isAdding) send(false);
  }

  const open = problem ? null : unfilledIn(text);
  return (
    // Someone who hears the page hears the patient's name on the way into the box.
    <fieldset aria-label={`To ${patient.name}`} className="min-w-0 space-y-3">
      <PatientLine patient={patient} lead="To" />
      {error && (
        <div role="alert">
          <Notice tone="warning">
            {failureWords(error)}
            {isFileRefused && ' Remove your files and add them again.'}
          </Notice>
        </div>
      )}
      {!error && warning && text !== '' && (
        <output className="block">
          <Notice tone="warning">{warning}</Notice>
        </output>
      )}
      {children}
      <TextArea
        ref={field}
        label={label}
        hint={
          <>
            {`${hint} ${DOWNLOADED}`}
            <span className="max-lg:hidden"> Ctrl+Enter sends.</span>
          </>
        }
        maxLength={MAX_MESSAGE}
        value={text}
        error={problem}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onKeyDown={sendByKey}
        onChange={({ target: { value } }) => write({ text: value })}
      />
      <FileField
        kind={TEAM_FILES}
        files={files}
        disabled={isPending}
        isAdding={isAdding}
        problem={adding.problem}
        onAdd={adding.add}
        onRemove={adding.remove}
      />
      {open && (
        <p className="text-small font-medium text-danger">{`Fill in ${open.placeholder} before you send.`}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <CompactButton look="primary" busy={isPending} disabled={isAdding} onClick={() => send(false)}>
          Send
        </CompactButton>
        <CompactButton disabled={isPending} onClick={() => setSelecting(true)}>
          <MessageSquareQuote aria-hidden="true" className="size-4" strokeWidth={1.75} />
          Saved replies
        </CompactButton>
        {'threadId' in target && (
          <CompactButton disabled={isPending} onClick={() => send(true)}>
            <Phone aria-hidden="true" className="size-4" strokeWidth={1.75} />
            Answered by phone
          </CompactButton>
        )}
      </div>
      <SavedReplyDialog
        open={isSelecting}
        onClose={() => setSelecting(false)}
        onChoose={(reply) => insert(reply.text)}
      />
    </fieldset>
  );
}
