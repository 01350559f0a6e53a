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

/** Nothing is decided yet: the item stays, and comes back when it is asked for. What is urgent stays in sight. */
export const StillUnclear = ({ open, now, zone, reminder, onChange }: Props) =>
  open.urgent ? (
    <p className="text-small text-soft">We’ll record this. The item is urgent and stays on Today.</p>
  ) : (
    <ReminderChoice {...{ now, zone, onChange }} value={reminder} />
  );
