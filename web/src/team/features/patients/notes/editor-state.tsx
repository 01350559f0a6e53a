import { Check } from 'lucide-react';
import { Notice } from '@/components/feedback/notice.tsx';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { shortDayOf, timeOf, useMinute } from '@/lib/care-team/times.ts';
import { fieldProblem } from './draft-form.ts';
import type { useNoteDraft } from './use-note-draft.ts';

type Props = Pick<
  ReturnType<typeof useNoteDraft>,
  'state' | 'isDirty' | 'savedAt' | 'failure' | 'keepAsNew'
> & {
  zone: string;
  /** Set while signing or discarding. */
  refusal: unknown;
  onReload: () => void;
};

/** Shows whether the text is saved, and what to do if it isn't. */
export function EditorState({ state, isDirty, savedAt, failure, keepAsNew, refusal, zone, onReload }: Props) {
  const now = useMinute();
  const problem = failure ?? refusal;
  const day = savedAt && shortDayOf(savedAt, zone, now);
  return (
    <div>
      <p
        aria-live="polite"
        className="flex min-h-5 items-center gap-1.5 text-[0.8125rem] text-soft tabular-nums"
      >
        {savedAt !== null && !isDirty && (
          <>
            <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />
            {`Draft saved ${day === 'Today' ? '' : `${day}, `}${timeOf(savedAt, zone)}, only you can see it`}
          </>
        )}
        {isDirty && state !== 'conflict' && (state === 'saving' ? 'Saving...' : 'Not saved yet')}
      </p>
      {state === 'conflict' && (
        <div role="alert" className="mt-2">
          <Notice tone="warning">
            <p>
              This draft was changed, signed or discarded in another tab. Nothing was overwritten, and what
              you wrote is still here.
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <CompactButton onClick={onReload}>Show what was saved</CompactButton>
              <CompactButton onClick={keepAsNew}>Keep mine as a new draft</CompactButton>
            </div>
          </Notice>
        </div>
      )}
      {state !== 'conflict' && problem !== null && fieldProblem(problem) === null && (
        <div role="alert" className="mt-2">
          <Notice tone="warning">{failureWords(problem)}</Notice>
        </div>
      )}
    </div>
  );
}
