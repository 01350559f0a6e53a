import { MOVE_ON } from '@domain/copy/after-test.ts';
import { Button, type ButtonLook } from '@/components/action/button.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { usePlanAct } from './use-plan-act.ts';

/** After a peak: the phases before the applicators are done, in one act. */
export function MoveOn({ look = 'primary', onMoved }: { look?: ButtonLook; onMoved?: () => void }) {
  const { id } = useUser();
  const moving = usePlanAct(id, { done: MOVE_ON.done, failure: MOVE_ON.failure });
  return (
    <Button
      look={look}
      busy={moving.isPending}
      onClick={() =>
        moving.mutate(
          { name: 'complete_phases_before_applicators', values: {} },
          { onSuccess: () => onMoved?.() },
        )
      }
    >
      {MOVE_ON.button}
    </Button>
  );
}
