import { refusalOf } from '@domain/care-state/refusal.ts';
import { PAUSE, PAUSED, STOP, STOPPED } from '@domain/copy/outcomes.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import type { Care } from './care.ts';
import { Resume } from './resume.tsx';
import { UndoStop } from './undo-stop.tsx';

/** Shown on My Account: the actions for the treatment itself, without those the state refuses. */
export default function YourTreatment({ care }: { care: Care }) {
  const may = (kind: 'pause' | 'resume' | 'stop') => refusalOf(care, kind, 'patient') === null;
  const isPaused = may('resume');
  if (!may('stop')) {
    return (
      <Card title="Your treatment" intro={STOPPED.heading}>
        {care.stopToUndo && <UndoStop {...care.stopToUndo} />}
      </Card>
    );
  }
  return (
    <Card title="Your treatment" intro={isPaused ? PAUSED.heading : undefined}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {isPaused && <Resume />}
        {may('pause') && (
          <LinkButton to="/pause" look="outline">
            {isPaused ? PAUSED.longer : PAUSE.title}
          </LinkButton>
        )}
        <LinkButton to="/stop" look={isPaused ? 'quiet' : 'outline'}>
          {STOP.title}
        </LinkButton>
      </div>
    </Card>
  );
}
