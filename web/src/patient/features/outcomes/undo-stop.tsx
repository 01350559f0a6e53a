import { useState } from 'react';
import { STOPPED } from '@domain/copy/outcomes.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { AskFirst } from '@/components/overlay/ask-first.tsx';
import type { Care } from './care.ts';
import { untilWords } from './until-words.ts';
import { useReport } from './use-report.ts';

const WORDS = STOPPED.undo;

type Props = NonNullable<Care['stopToUndo']> & { onUndone?: () => void };

/** For a day a patient can undo stopping their treatment. The server decides when the day is over. */
export function UndoStop({ id, until, onUndone }: Props) {
  const [now] = useState(Date.now);
  const { mutate, isPending } = useReport<{ kind: 'outcome'; id: string }>('take-back', WORDS.failure, () => {
    toast({ title: WORDS.done });
    onUndone?.();
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4">
      <p>{WORDS.until(untilWords(until, now))}</p>
      <AskFirst words={WORDS} busy={isPending} onGo={() => mutate({ kind: 'outcome', id })}>
        <p>{WORDS.text}</p>
      </AskFirst>
    </div>
  );
}
