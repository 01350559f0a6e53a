import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { TeamHoursRequest } from '@domain/contracts/team/team-hours.ts';
import type { CalendarHours } from '@domain/contracts/team/team-calendar.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { withMoreHours } from './proposed-hours.ts';

type Props = { person: string; name: string; zone: string; hours: CalendarHours[]; onClose: () => void };

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
// The narrowest phones have no room for the clock icon. A tap on the field opens it there.
const input =
  'h-11 min-w-0 flex-1 rounded-field border border-edge/60 bg-card px-2 text-small tabular-nums ' +
  'max-[23rem]:[&::-webkit-calendar-picker-indicator]:hidden';
const small =
  'press inline-flex size-11 shrink-0 sm:size-9 items-center justify-center rounded-full text-brand-ink hover:bg-blush';

/** A browser's time field ends the day at 00:00. */
const shown = (until: string) => (until === '24:00' ? '00:00' : until);
const meant = (until: string) => (until === '00:00' ? '24:00' : until);

/** 'Monday: Please enter hours that do not overlap' */
function wordsFor(
  { path, message }: { path: PropertyKey[]; message: string },
  hours: CalendarHours[],
): string {
  const block = hours[Number(path[1])];
  return block ? `${WEEKDAYS[block.weekday - 1]}: ${message}` : message;
}

/** The weekly hours in which someone takes calls, in their own zone. */
export function HoursDialog({ person, name, zone, hours: known, onClose }: Props) {
  const [now] = useState(Date.now);
  // The hours when the dialog opened. The page behind it may learn about changes meanwhile.
  const [before] = useState(known);
  const [hours, setHours] = useState(before);
  const [wrong, setWrong] = useState<string | null>(null);
  const { mutate, isPending, error } = useAct({ name: 'team-hours', onDone: onClose });
  function send() {
    const read = TeamHoursRequest.safeParse({ person, hours, before });
    setWrong(read.success ? null : wordsFor(read.error.issues[0]!, hours));
    if (read.success) mutate(read.data);
  }
  const change = (changed: CalendarHours, part: Partial<CalendarHours>) =>
    setHours(hours.map((block) => (block === changed ? { ...block, ...part } : block)));
  return (
    <ActDialog
      open
      title={`${name}’s hours`}
      go="Save"
      busy={isPending}
      failure={wrong ?? (error && failureWords(error))}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        Every week, in {zoneName(zone, now)}. Calls already booked won’t change.
      </p>
      {WEEKDAYS.map((weekday, index) => (
        <fieldset key={weekday} className="min-w-0 border-t border-line pt-3">
          <legend className="float-left w-24 pt-2.5 font-semibold max-sm:float-none max-sm:w-full max-sm:pt-0">
            {weekday}
          </legend>
          <div className="flex items-end justify-between gap-2 max-sm:flex-col max-sm:items-start">
            <div className="min-w-0 space-y-2 max-sm:w-full">
              {hours.every((block) => block.weekday !== index + 1) && (
                <p className="py-2.5 text-soft max-sm:py-0">No hours</p>
              )}
              {hours
                .filter((block) => block.weekday === index + 1)
                .map((block) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <div key={hours.indexOf(block)} className="flex items-center gap-1">
                    <input
                      type="time"
                      aria-label={`${weekday} from`}
                      className={input}
                      value={block.from}
                      onChange={({ target }) => change(block, { from: target.value })}
                    />
                    <span aria-hidden="true">to</span>
                    <input
                      type="time"
                      aria-label={`${weekday} until`}
                      className={input}
                      value={shown(block.until)}
                      onChange={({ target }) => change(block, { until: meant(target.value) })}
                    />
                    <button
                      type="button"
                      aria-label={`Remove ${weekday} ${block.from}`}
                      className={small}
                      onClick={() => setHours(hours.filter((other) => other !== block))}
                    >
                      <X aria-hidden="true" className="size-4" />
                    </button>
                  </div>
                ))}
            </div>
            <button
              type="button"
              aria-label={`Add hours on ${weekday}`}
              className={`${small} gap-1.5 max-sm:w-auto max-sm:border max-sm:border-edge/60 max-sm:px-3.5 max-sm:text-small max-sm:font-medium sm:mb-1`}
              onClick={() => setHours(withMoreHours(hours, index + 1))}
            >
              <Plus aria-hidden="true" className="size-4" />
              <span className="sm:hidden">Add hours</span>
            </button>
          </div>
        </fieldset>
      ))}
    </ActDialog>
  );
}
