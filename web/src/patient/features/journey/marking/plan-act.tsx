import { useLocation } from 'wouter';
import { NEXT_CYCLE } from '@domain/copy/plan-acts.ts';
import { Button } from '@/components/action/button.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { usePlanAct } from './use-plan-act.ts';

type Props = {
  act: 'start_next_cycle';
  label: string;
  /** The page that the label names, if it differs. */
  opens: string | undefined;
  className: string;
};

/**
 * Runs Today's offered act on the spot. It can be undone for a day, like everything that moves the plan on.
 */
export default function PlanAct({ act, label, opens, className }: Props) {
  const [, navigate] = useLocation();
  const moving = usePlanAct(useUser().id, {
    ...NEXT_CYCLE,
    onDone: () => opens !== undefined && navigate(opens),
  });
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
