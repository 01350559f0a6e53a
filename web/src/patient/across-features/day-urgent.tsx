import { DAY_HELP } from '@domain/copy/day-help.ts';
import { URGENT_SIGNS, URGENT_SIGNS_AFTER_LOSS } from '@domain/journey/clinical-copy.ts';
import { GetHelp } from '@/patient/features/feeling/get-help.tsx';

/** Treatment day's advice below the timers: when not to wait for anyone. */
export default function DayUrgent({ speaksOfCap }: { speaksOfCap: boolean }) {
  return (
    <GetHelp paragraphs={[speaksOfCap ? URGENT_SIGNS : URGENT_SIGNS_AFTER_LOSS]} quiet={DAY_HELP.urgent} />
  );
}
