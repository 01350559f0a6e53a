import { useState } from 'react';
import { REPORTED_EARLIER } from '@domain/copy/treatment-day.ts';
import { MINUTE, type Instant } from '@domain/time/instant.ts';
import { lastMomentAt } from '@domain/treatment-day/earlier.ts';
import { wallClock } from '@domain/treatment-day/show-time.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { localDay } from '@/lib/dates/dates.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';

type Props = {
  words: { open: string; label: string };
  isOpen: boolean;
  /** Why this time can't be entered. Null if it can. */
  refusal?: (at: Instant) => string | null;
  onTell: (at: Instant) => void;
};

/**
 * Shortly after midnight, an evening time means yesterday. In the evening, a time of last night is probably a
 * typo.
 */
const isFarYesterday = (at: Instant, now: Instant): boolean =>
  localDay(at) !== localDay(now) && now - at > CERTAIN_MS;
const CERTAIN_MS = 6 * 60 * MINUTE;

/** For an act before this page was opened. The timer then runs from that time. */
export function ReportedEarlier({ words, isOpen, refusal, onTell }: Props) {
  const [open, setOpen] = useState(isOpen);
  const [time, setTime] = useState('');
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState<{ at: Instant; words: string } | null>(null);

  if (!open) {
    return (
      <Button look="quiet" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
    );
  }
  function save() {
    const at = time === '' ? null : lastMomentAt(time, Date.now(), shownZone());
    const problem = at === null ? REPORTED_EARLIER.missing : (refusal?.(at) ?? null);
    setError(problem ?? undefined);
    if (at === null || problem !== null) return;
    if (at !== asked?.at && isFarYesterday(at, Date.now())) {
      const question = REPORTED_EARLIER.isYesterday(wallClock(at, Date.now(), shownZone()));
      return setAsked({ at, words: question });
    }
    onTell(at);
    setOpen(false);
    setAsked(null);
  }
  return (
    <div className="w-full basis-full rounded-field border border-line bg-paper p-4">
      <Field
        type="time"
        label={words.label}
        hint={REPORTED_EARLIER.hint}
        value={time}
        error={error}
        className="max-w-64"
        onChange={(event) => {
          setTime(event.target.value);
          setAsked(null);
        }}
      />
      <div role="alert">{asked && <p className="mt-3 font-semibold">{asked.words}</p>}</div>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button look="outline" onClick={save}>
          {asked === null ? REPORTED_EARLIER.save : REPORTED_EARLIER.yes}
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          {REPORTED_EARLIER.cancel}
        </Button>
      </div>
    </div>
  );
}
