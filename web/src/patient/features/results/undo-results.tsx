import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MISTAKE } from '@domain/copy/outcomes.ts';
import { canUndo } from '@domain/results/correction.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { AskFirst } from '@/components/overlay/ask-first.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { resultsQuery, useDeleteResult, type LoggedResult } from './queries.ts';
import { resultWords } from './result-words.ts';

/** For a pregnancy test logged by mistake: the plan returns to its earlier state. */
export function UndoResults({ heading }: { heading: string }) {
  const user = useUser();
  const [now] = useState(Date.now);
  const { data: results = [], error, isPending } = useQuery(resultsQuery(user.id));
  useFailureLog(error, 'Test results did not load');
  const taking = useDeleteResult(() => {}, MISTAKE.failure);
  if (taking.isSuccess) {
    return (
      <FlowFeedback
        heading={MISTAKE.done}
        paragraphs={[]}
        actions={<GoButton to="/home">Go to Home</GoButton>}
      />
    );
  }
  const tests = results.filter(({ type }) => type === 'PREGNANCY');
  const open = tests.filter(({ loggedAt }) => canUndo(loggedAt, now));
  return (
    <FlowStep
      heading={heading}
      moved={false}
      actions={
        <GoButton to="/support" look={open.length > 0 ? 'quiet' : 'primary'}>
          Message my Coach
        </GoButton>
      }
    >
      {isPending && <LoadingBlock lines={2} />}
      {!isPending && <p>{introTo(tests.length, open.length)}</p>}
      {open.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {open.map((result) => (
            <TakeBack
              key={result.id}
              result={result}
              busy={taking.isPending && taking.variables === result.id}
              onUndo={() => taking.mutate(result.id)}
            />
          ))}
        </ul>
      )}
      {open.length > 0 && <p className="text-small text-soft">{MISTAKE.hours}</p>}
    </FlowStep>
  );
}

function introTo(tests: number, open: number): string {
  if (open > 0) return MISTAKE.intro;
  return tests > 0 ? MISTAKE.tooLate : MISTAKE.none;
}

type Props = { result: LoggedResult; busy: boolean; onUndo: () => void };

function TakeBack({ result, busy, onUndo }: Props) {
  const words = `${resultWords(result)}, ${dateAndTime(result.takenAt)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-4">
      <span className="font-medium">{words}</span>
      <AskFirst words={MISTAKE.undo} label={`${MISTAKE.undo.button}: ${words}`} busy={busy} onGo={onUndo}>
        <p className="font-semibold">{words}</p>
        <p className="mt-2 text-soft">{MISTAKE.undo.text}</p>
      </AskFirst>
    </li>
  );
}
