import { useQuery } from '@tanstack/react-query';
import { endOfClinicDay } from '@domain/coach/clinic-hours.ts';
import { replyTo } from '@domain/coach/reply-time.ts';
import { OPEN_REPORT } from '@domain/copy/open-report.ts';
import type { Instant } from '@domain/time/instant.ts';
import { TextLink } from '@/components/action/link-button.tsx';
import { useCoachWhoWrites } from '@/lib/clinic/care-team.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { recordIn, type OpenReport } from '@/patient/features/cycle/record.ts';
import { untilWords } from '@/patient/features/outcomes/until-words.ts';

/** Until someone answers, Home keeps a trace of what was reported, and says until when. */
export default function OpenReportNote({ userId, now }: { userId: string; now: Instant }) {
  const { data } = useQuery({ ...cycleQuery(userId), select: (answer) => recordIn(answer).openReport });
  const coach = useCoachWhoWrites();
  if (!data) return null;
  return (
    <div className="border-b border-line bg-sage-soft px-5 py-3 text-sage sm:px-6">
      <p className="max-w-prose">{wordsOf(data, coach, now)}</p>
      <TextLink to="/feeling">{OPEN_REPORT.again}</TextLink>
    </div>
  );
}

function wordsOf({ kind, at }: OpenReport, coach: string, now: Instant): string {
  const by = kind === 'hard-time' ? endOfClinicDay(at, clinicHours()) : replyTo(at, clinicHours()).by;
  if (by <= now) return OPEN_REPORT.late[kind];
  const when = untilWords(by, now);
  return kind === 'hard-time' ? OPEN_REPORT[kind](coach, when) : OPEN_REPORT[kind](when);
}
