import { useLocation } from 'wouter';
import { CAP_TOO_LONG } from '@domain/copy/cap-safety.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';

/** For a cap that was in too long. The survey stays where it is. */
export function CapAdvice({ isOut }: { isOut: boolean }) {
  const [, navigate] = useLocation();
  return (
    <Notice tone="warning">
      <p>{isOut ? CAP_TOO_LONG.out : CAP_TOO_LONG.advice}</p>
      <p className="mt-3 font-semibold">{CAP_TOO_LONG.urgent}</p>
      <Button look="outline" className="mt-4" onClick={() => navigate('/support')}>
        Message my Coach
      </Button>
    </Notice>
  );
}
