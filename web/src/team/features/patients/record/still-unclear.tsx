import { ReminderChoice, type Reminder } from '@/product-components/reminder-choice.tsx';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import type { Instant } from '@domain/time/instant.ts';

type Props = {
  open: TodayItem;
  now: Instant;
  zone: string;
  reminder: Reminder;
  onChange: (next: Reminder) => void;
};

/** Decides nothing yet: the item stays and returns at the selected time. An urgent item stays visible. */
export const StillUnclear = ({ open, now, zone, reminder, onChange }: Props) =>
  open.urgent ? (
    <p className="text-small text-soft">We’ll record this. The item is urgent and stays on Today.</p>
  ) : (
    <ReminderChoice {...{ now, zone, onChange }} value={reminder} />
  );
