import { MARKING } from '@domain/copy/plan-acts.ts';
import { AskFirst } from '@/components/overlay/ask-first.tsx';
import { useUser } from '@/lib/backend/session.ts';
import type { UndoableCompletion } from '../own-plan.ts';
import { phaseTitles } from './phase-titles.ts';
import { usePlanAct } from './use-plan-act.ts';

type Props = { takeBack: UndoableCompletion; className?: string };

/** Undoes the last act that completed phases, within a day. The database knows which one that is. */
export function Undo({ takeBack, className = '' }: Props) {
  const { id } = useUser();
  const undoing = usePlanAct(id, { done: MARKING.undone, failure: MARKING.failure });
  return (
    <AskFirst
      words={MARKING.undo}
      look="quiet"
      className={className}
      busy={undoing.isPending}
      onGo={(close) =>
        undoing.mutate(
          { name: 'undo_completion', values: { p_act: takeBack.act } },
          // The same button may then undo the act before it.
          { onSuccess: close },
        )
      }
    >
      <p>{MARKING.reopens}</p>
      <ul className="mt-2 list-disc space-y-1 pl-6 font-semibold">
        {phaseTitles(takeBack).map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </AskFirst>
  );
}
