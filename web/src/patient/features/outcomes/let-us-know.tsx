import { refusalOf } from '@domain/care-state/refusal.ts';
import { CHANGED, PAUSE, PAUSED, LET_US_KNOW } from '@domain/copy/outcomes.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import type { Care } from './care.ts';
import { Resume } from './resume.tsx';

/** Shown on My Coach. Symptoms can be reported in every state, even an unknown one. */
export function LetUsKnow({ care }: { care: Care | null }) {
  const may = (kind: 'pause' | 'resume') => care !== null && refusalOf(care, kind, 'patient') === null;
  const isPaused = may('resume');
  return (
    <Card title={LET_US_KNOW.title}>
      <p className="mb-5 max-w-prose text-soft">{LET_US_KNOW.intro}</p>
      {isPaused && <p className="mb-4 font-semibold">{PAUSED.heading}</p>}
      <div className="flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
        {isPaused && <Resume />}
        <LinkButton to="/feeling" look="outline">
          {CHANGED.feeling.title}
        </LinkButton>
        {care?.surfaces.home.somethingHasChanged && (
          <LinkButton to="/something-has-changed" look="outline">
            {CHANGED.title}
          </LinkButton>
        )}
        {may('pause') && !isPaused && (
          <LinkButton to="/pause" look="outline">
            {PAUSE.title}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}
