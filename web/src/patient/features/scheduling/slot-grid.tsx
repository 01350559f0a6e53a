import { Skeleton } from '@/components/feedback/skeleton.tsx';
import type { TimeSlot } from './queries.ts';
import type { PartOfDay } from './slot-times.ts';

const columns = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4';

type Props = {
  parts: PartOfDay[];
  /** The expected host. Slots with others show their name. */
  hostName?: string | undefined;
  label?: string;
  onChoose: (slot: TimeSlot) => void;
};

export function SlotGrid({ parts, hostName, label = 'Available times', onChoose }: Props) {
  return (
    <section aria-label={label} className={`rise ${columns}`}>
      {parts.flatMap(({ name, slots }) => [
        <h3 key={name} className="caption col-span-full mt-3 first:mt-0">
          {name}
        </h3>,
        ...slots.map(({ slot, label: time }) => (
          <button
            key={slot.startsAt}
            type="button"
            onClick={() => onChoose(slot)}
            className="press min-h-12 rounded-full border-[1.5px] border-edge/60 px-3 font-semibold text-brand-ink tabular-nums hover:border-brand hover:bg-blush/60 active:scale-[0.985] has-[span]:rounded-field has-[span]:py-2"
          >
            {time}
            {slot.host && slot.host.name !== hostName && (
              <span className="block truncate text-small font-normal text-soft"> {slot.host.name}</span>
            )}
          </button>
        )),
      ])}
    </section>
  );
}

export function SlotPlaceholders() {
  return (
    <>
      <output className="sr-only">Loading...</output>
      <div className={columns}>
        {Array.from({ length: 12 }, (_, at) => (
          <Skeleton key={at} round className="h-12" />
        ))}
      </div>
    </>
  );
}
