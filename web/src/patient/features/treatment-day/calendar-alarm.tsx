import { CALENDAR_ALARM } from '@domain/copy/calendar-alarm.ts';
import type { Instant } from '@domain/time/instant.ts';
import { capAlarm } from '@domain/treatment-day/alarm.ts';
import { Button } from '@/components/action/button.tsx';
import { saveFile } from '@/lib/text/save-file.ts';

/** An alarm in the patient's own calendar, for when the portal is closed. */
export default function CalendarAlarm({ endsAt }: { endsAt: Instant }) {
  const save = () =>
    saveFile(CALENDAR_ALARM.file, new Blob([capAlarm(endsAt, Date.now())], { type: 'text/calendar' }));
  return (
    <div className="mt-4">
      <Button look="outline" onClick={save}>
        {CALENDAR_ALARM.button}
      </Button>
      <p className="mt-2 text-small text-soft">{CALENDAR_ALARM.hint}</p>
    </div>
  );
}
