import { Phone } from 'lucide-react';
import { useState } from 'react';
import type { Instant } from '@domain/time/instant.ts';
import type { Loss } from '@domain/care-state/loss.ts';
import { followUpOf, type FollowUp } from '@domain/care-state/loss-follow-up.ts';
import { EMERGENCY_SIGNS_AFTER_LOSS } from '@domain/copy/emergency-signs.ts';
import { AFTER_LOSS } from '@domain/copy/outcomes.ts';
import { REACH_US } from '@domain/copy/reach-us.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useCoachWhoWrites } from '@/lib/clinic/care-team.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import { hoursWords } from '@/lib/clinic/hours-words.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
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
  const hours = hoursWords();
  const followUp = loss && followUpOf({ loss, spokeAt: spokeAt ?? null, now, clinic: clinicHours() });
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
        {clinicSays('clinicPhone') && hours && (
          <p className="mt-3 text-small text-soft">{REACH_US.hours(hours)}</p>
        )}
        <HelpAtAnyHour />
        {lossToUndo && (
          <div className="mt-5">
            <UndoLoss eventId={lossToUndo} />
          </div>
        )}
      </Card>
    </div>
  );
}

/** For someone who bleeds at night. The signs are folded, so that they don't frighten. */
function HelpAtAnyHour() {
  const { label, href } = emergencyCall();
  const { heading, signs } = EMERGENCY_SIGNS_AFTER_LOSS;
  return (
    <div className="mt-5 border-t border-line pt-3">
      <details>
        <summary className="min-h-11 content-center font-semibold text-brand">{AFTER_LOSS.signs}</summary>
        <p className="mt-1 font-semibold">{heading}</p>
        <ul className="mt-1.5 list-disc space-y-1 pl-5">
          {signs.map((sign) => (
            <li key={sign}>{sign}</li>
          ))}
        </ul>
      </details>
      <div className="mt-3 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
        {href === null ? (
          <p className="font-semibold">{label}</p>
        ) : (
          <LinkButton to={href} look="outline">
            <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
            {label}
          </LinkButton>
        )}
        <LinkButton to="/feeling" look="outline">
          {FEELING_TITLE}
        </LinkButton>
      </div>
    </div>
  );
}

function wordsOf(followUp: FollowUp, name: string, now: number): string {
  if (followUp.kind === 'contact') return AFTER_LOSS.contact(name, untilWords(followUp.by, now));
  if (followUp.kind === 'check-in') return AFTER_LOSS.asks(name, untilWords(followUp.by, now));
  return followUp.kind === 'late' ? AFTER_LOSS.late : '';
}
