import { useLocation } from 'wouter';
import { MOVE_ON } from '@domain/copy/after-test.ts';
import { cycleUnderWay } from '@domain/journey/cycle-under-way.ts';
import { Button, type ButtonLook } from '@/components/action/button.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser } from '@/lib/backend/session.ts';
import { completedPhasesQuery } from '../queries.ts';
import { usePlanAct } from './use-plan-act.ts';

type Props = {
  look?: ButtonLook;
  /** Leads to the step in the plan. Home, whose list becomes that step, stays. */
  opens?: boolean;
};

/** After a peak: the phases before the applicators are done, in one act. */
export function MoveOn({ look = 'primary', opens = false }: Props) {
  const { id } = useUser();
  const [, navigate] = useLocation();
  const moving = usePlanAct(id, {
    done: MOVE_ON.done,
    failure: MOVE_ON.failure,
    onDone: () => {
      const completed = queryClient.getQueryData(completedPhasesQuery(id).queryKey) ?? [];
      if (opens) navigate(`/overview?phase=applicators&cycle=${cycleUnderWay(completed)}`);
    },
  });
  return (
    <Button
      look={look}
      busy={moving.isPending}
      onClick={() => moving.mutate({ name: 'complete_phases_before_applicators', values: {} })}
    >
      {MOVE_ON.button}
    </Button>
  );
}
