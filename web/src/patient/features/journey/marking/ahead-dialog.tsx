import type { Ahead } from '@domain/journey/ahead.ts';
import { aheadWords, MARKING } from '@domain/copy/plan-acts.ts';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';
import { withZone } from '@/lib/dates/with-zone.ts';

type Props = { phase: string; ahead: readonly Ahead[]; open: boolean; onGo: () => void; onClose: () => void };

/** Names what is still to come, once, before the phase is marked complete. */
export default function AheadDialog({ phase, ahead, open, onGo, onClose }: Props) {
  return (
    <Confirm
      open={open}
      title={MARKING.title(phase)}
      keep={MARKING.keep}
      go={MARKING.go}
      prefers="keep"
      busy={false}
      onGo={onGo}
      onClose={onClose}
    >
      <ul className="space-y-2">
        {ahead.map((one) => {
          const words = aheadWords(one, whenOf(one));
          return <li key={words}>{words}</li>;
        })}
      </ul>
      <p className="mt-3 text-soft">{MARKING.after}</p>
    </Confirm>
  );
}

const whenOf = (ahead: Ahead) =>
  ahead.kind === 'call'
    ? withZone(`${weekdayAndDay(ahead.startsAt)} at ${clockTime(ahead.startsAt)}`, ahead.startsAt)
    : '';
