import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { SAFETY_CHECK, SAFETY_GROUPS } from '@domain/copy/safety-check.ts';
import { askedOf, safetyOutcome, type SafetyAnswers, type Situation } from '@domain/safety/safety-outcome.ts';
import {
  ANSWERS,
  QUESTIONS,
  type Answer,
  type Group,
  type Question,
  type QuestionId,
} from '@domain/safety/questions.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { Review } from './review.tsx';
import { useSendAnswers } from './use-send-answers.ts';

const OPTIONS = ANSWERS.map((value) => ({ value, label: SAFETY_CHECK.answers[value] }));
const Given = z.partialRecord(z.enum(QUESTIONS.map(({ id }) => id)), z.enum(ANSWERS));
/** The check being corrected, with its id. */
type Sent = { id: string; answers: SafetyAnswers };

/** A correction starts with the sent answers and has its own draft. */
const formOf = (corrects: Sent | undefined) => ({
  name: corrects ? `safety-check:${corrects.id}` : 'safety-check',
  Answers: Given,
  empty: (): z.output<typeof Given> =>
    Object.fromEntries(QUESTIONS.map(({ id }) => [id, corrects?.answers[id]]).filter(([, given]) => given)),
});

type Props = {
  situation: Situation;
  corrects?: Sent | undefined;
  whose: ReactNode;
  onSent: (reasons: readonly QuestionId[]) => void;
  /** Cancels without changing the sent answers. */
  onKeep?: () => void;
};

/**
 * The questions in their groups. The answers decide which are asked: if something has changed, all of them
 * are.
 */
export function QuestionForm({ situation, corrects, whose, onSent, onKeep }: Props) {
  const { answers, answer, forget } = useDraft(formOf(corrects));
  const [wasSent, setWasSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const asked = askedOf(answers, situation);
  const judged = safetyOutcome(answers, situation);
  const missing = 'missing' in judged ? judged.missing : [];
  const send = useSendAnswers((reasons) => {
    forget();
    onSent(reasons);
  }, corrects?.id);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    flushSync(() => setWasSent(true));
    if (missing.length > 0) return focusFirstError(event.currentTarget);
    // Only current questions. An answer to a question that is no longer asked isn't sent.
    send.mutate(Object.fromEntries(asked.map(({ id }) => [id, answers[id]!])));
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="max-w-2xl space-y-5">
      {whose}
      <Notice>{corrects ? SAFETY_CHECK.correcting : noticeFor(situation, asked)}</Notice>
      {groupsOf(asked).map(({ group, questions }) => (
        <Card key={group} title={SAFETY_GROUPS[group]}>
          <div className="grid gap-7">
            {questions.map(({ id, words }) => (
              <RadioGroup
                key={id}
                legend={words}
                options={OPTIONS}
                className={IN_A_ROW}
                value={answers[id]}
                disabled={send.isPending}
                error={wasSent && missing.includes(id) ? SAFETY_CHECK.missing : undefined}
                onChange={(chosen) => answer({ [id]: chosen as Answer })}
              />
            ))}
          </div>
        </Card>
      ))}
      <Review answers={answers} situation={situation} form={form} />
      <output className="block font-medium text-danger empty:hidden">
        {wasSent && missing.length > 0 && SAFETY_CHECK.missingSome(missing.length)}
      </output>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" busy={send.isPending} className="w-full sm:w-auto sm:min-w-56">
          {SAFETY_CHECK.send}
        </Button>
        {onKeep && (
          <Button look="quiet" disabled={send.isPending} className="max-sm:w-full" onClick={onKeep}>
            {SAFETY_CHECK.keep}
          </Button>
        )}
      </div>
    </form>
  );
}

/**
 * Each answer is at least as wide as its words, so that they fit side by side on a phone and wrap where text
 * is larger.
 */
const IN_A_ROW =
  '[&>legend]:text-body [&>div]:flex [&>div]:flex-wrap [&_.choice]:flex-auto ' +
  'max-sm:[&_.choice]:gap-2 max-sm:[&_.choice]:px-2.5';

/** In the order they are asked. */
const groupsOf = (asked: readonly Question[]): { group: Group; questions: Question[] }[] =>
  [...new Set(asked.map(({ group }) => group))].map((group) => ({
    group,
    questions: asked.filter((question) => question.group === group),
  }));

function noticeFor({ isPeakDay, hasValidCheck }: Situation, asked: readonly Question[]): string {
  const isWhole = asked.some((question) => question.asked === 'always');
  if (isPeakDay && hasValidCheck) return isWhole ? SAFETY_CHECK.again : SAFETY_CHECK.confirm;
  return isPeakDay ? `${SAFETY_CHECK.today} ${SAFETY_CHECK.notSure}` : SAFETY_CHECK.notSure;
}
