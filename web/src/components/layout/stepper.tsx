type Props = {
  /** The step that is open, counted from 1. */
  current: number;
  total: number;
  /** Other words than "Step 2 of 5". */
  label?: string;
  /** False if the words are elsewhere on the screen; screen readers still read them. */
  showLabel?: boolean;
};

/** Progress: one bar per step, and in words, which are announced when they change. */
export function Stepper({ current, total, label = `Step ${current} of ${total}`, showLabel = true }: Props) {
  return (
    <div>
      <output className={showLabel ? 'caption mb-2 block' : 'sr-only'}>{label}</output>
      <div aria-hidden="true" className="flex gap-1.5">
        {Array.from({ length: total }, (_, index) => (
          <span key={index} className={`press h-1.5 flex-1 rounded-full ${colour(index + 1, current)}`} />
        ))}
      </div>
    </div>
  );
}

function colour(step: number, current: number): string {
  if (step < current) return 'bg-sage';
  return step === current ? 'bg-brand' : 'bg-line';
}
