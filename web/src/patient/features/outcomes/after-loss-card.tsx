import { useState } from 'react';
import type { Instant } from '@domain/time/instant.ts';
import type { Loss } from '@domain/care-state/loss.ts';
import { followUpOf, type FollowUp } from '@domain/care-state/loss-follow-up.ts';
import { AFTER_LOSS } from '@domain/copy/outcomes.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useCoachWhoWrites } from '@/lib/clinic/care-team.ts';
import { clinicZone } from '@/lib/clinic/hours.ts';
import { knownWords } from './known-words.ts';
import { untilWords } from './until-words.ts';
import { UndoLoss } from './undo-loss.tsx';
import { TalkToUs } from './talk-to-us.tsx';

type Props = {
  loss: Loss | null;
  lossToUndo: string | null;
  /**
   * When the care team last spoke with the patient. Undefined while unknown, so that no contact is promised
   * twice.
   */
  spokeAt: Instant | null | undefined;
};

/** The first card on Home after a loss: who knows, and who will be in touch. */
export function AfterLossCard({ loss, lossToUndo, spokeAt }: Props) {
  const [now] = useState(Date.now);
  const name = useCoachWhoWrites();
  const followUp = loss && followUpOf({ loss, spokeAt: spokeAt ?? null, now, zone: clinicZone() });
  return (
    <div data-calm>
      <Card title={AFTER_LOSS.heading}>
        <div className="max-w-prose space-y-3">
          {loss && followUp && (
            <p>
              {knownWords(loss, now)}{' '}
              <span className={spokeAt === undefined ? 'invisible' : ''}>{wordsOf(followUp, name, now)}</span>
            </p>
          )}
          {AFTER_LOSS.paragraphs.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
        <div className="mt-5 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
          <TalkToUs />
          <LinkButton to="/learn?collection=hard-days" look="outline">
            {AFTER_LOSS.reading}
          </LinkButton>
        </div>
        {lossToUndo && (
          <div className="mt-5">
            <UndoLoss eventId={lossToUndo} />
          </div>
        )}
      </Card>
    </div>
  );
}

function wordsOf(followUp: FollowUp, name: string, now: number): string {
  if (followUp.kind === 'contact') return AFTER_LOSS.contact(name, untilWords(followUp.by, now));
  if (followUp.kind === 'check-in') return AFTER_LOSS.asks(name, untilWords(followUp.by, now));
  return followUp.kind === 'late' ? AFTER_LOSS.late : '';
}
