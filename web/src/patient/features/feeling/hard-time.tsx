import { BookOpen, MessageCircle, Video } from 'lucide-react';
import { useId } from 'react';
import { dayHeard } from '@domain/coach/clinic-hours.ts';
import { HARD_TIME } from '@domain/copy/hard-time.ts';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { localDate } from '@domain/time/local.ts';
import { weekdayName } from '@domain/time/words.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { useCoachWhoWrites } from '@/lib/clinic/care-team.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { Helplines } from './helplines.tsx';
import { useInSight } from './use-in-sight.ts';

type Props = {
  /** 'before' sending, 'sent', 'kept' if it can't be sent, or 'offered' next to a message. */
  stage: 'before' | 'sent' | 'kept' | 'offered';
  now: number;
  /** The first part of a page that just opened. */
  isFirst?: boolean;
};

/** Who will be in touch, who to call in the meantime, and something to read. */
export default function HardTime({ stage, now, isFirst = false }: Props) {
  const titleId = useId();
  const { region, heading } = useInSight(isFirst ? 'first' : 'quiet');
  const name = useCoachWhoWrites();
  const day = dayWords(dayHeard(now, clinicHours()), localDate(now, shownZone()));
  return (
    <section
      ref={region}
      aria-labelledby={titleId}
      className="scroll-my-24 space-y-4 rounded-card bg-sage-soft p-5 text-sage sm:p-6"
    >
      <h2 id={titleId} ref={heading} tabIndex={-1} className="text-heading">
        {HARD_TIME.heading}
      </h2>
      {stage === 'offered' && (
        <LinkButton to="/feeling" look="outline" className="bg-card">
          {HARD_TIME.label}
        </LinkButton>
      )}
      {(stage === 'before' || stage === 'sent') && (
        <>
          <p className="text-lead">{HARD_TIME[stage](name, day)}</p>
          <div className="flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
            <LinkButton
              to="/schedule?appointmentType=clinical-coach-support-call"
              look="outline"
              className="bg-card"
            >
              <Video aria-hidden="true" strokeWidth={1.75} className="size-5" />
              {HARD_TIME.call}
            </LinkButton>
            <LinkButton to="/messages" look="outline" className="bg-card">
              <MessageCircle aria-hidden="true" strokeWidth={1.75} className="size-5" />
              {HARD_TIME.write}
            </LinkButton>
            <LinkButton to="/learn?collection=hard-days" look="outline" className="bg-card">
              <BookOpen aria-hidden="true" strokeWidth={1.75} className="size-5" />
              {HARD_TIME.reading}
            </LinkButton>
          </div>
        </>
      )}
      <Helplines />
    </section>
  );
}

/** 'today', 'tomorrow', or 'on Monday' */
function dayWords(heard: LocalDate, today: LocalDate): string {
  if (heard <= today) return HARD_TIME.today;
  return heard === addDays(today, 1) ? HARD_TIME.tomorrow : `on ${weekdayName(heard)}`;
}
