import { MARKING } from '@domain/copy/plan-acts.ts';
import { Button } from '@/components/action/button.tsx';
import { useUser } from '@/lib/backend/session.ts';
import type { UndoableCompletion } from '../own-plan.ts';
import { usePlanAct } from './use-plan-act.ts';

type Props = { takeBack: UndoableCompletion; className?: string; onUndone?: () => void };

/** Undoes the last mark, for a day. The database says what that is. */
export function Undo({ takeBack, className, onUndone }: Props) {
  const { id } = useUser();
  const undoing = usePlanAct(id, { done: MARKING.undone, failure: MARKING.failure });
  return (
    <Button
      look="quiet"
      {...(className && { className })}
      busy={undoing.isPending}
      onClick={() =>
        undoing.mutate(
          { name: 'undo_completion', values: { p_act: takeBack.act } },
          { onSuccess: () => onUndone?.() },
        )
      }
    >
      {MARKING.undo}
    </Button>
  );
}
