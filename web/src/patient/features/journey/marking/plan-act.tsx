import { NEXT_CYCLE } from '@domain/copy/plan-acts.ts';
import { Button } from '@/components/action/button.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { usePlanAct } from './use-plan-act.ts';

type Props = { act: 'start_next_cycle'; label: string; className: string };

/** What Today offers is done right there. It can be undone for a day, as everything that moves the plan on. */
export default function PlanAct({ act, label, className }: Props) {
  const moving = usePlanAct(useUser().id, NEXT_CYCLE);
  return (
    <Button
      className={className}
      busy={moving.isPending}
      onClick={() => moving.mutate({ name: act, values: {} })}
    >
      {label}
    </Button>
  );
}
