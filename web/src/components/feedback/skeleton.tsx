/** A loading placeholder: give it the size of the content. Decorative, see LoadingBlock. */
export function Skeleton({ round = false, className = '' }: { round?: boolean; className?: string }) {
  const corner = round ? 'rounded-full' : 'rounded-lg';
  return <div aria-hidden="true" className={`animate-pulse bg-line ${corner} ${className}`} />;
}

type Props = {
  label?: string;
  /** How many lines of text to draw below the words. */
  lines?: number;
  className?: string;
};

/** Pulsing words while data loads, seen and read aloud. */
export function LoadingBlock({ label = 'Loading...', lines = 0, className = '' }: Props) {
  return (
    <div className={className}>
      <output className="animate-pulse text-soft">{label}</output>
      {lines > 0 && (
        <div className="mt-4 space-y-3">
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} className={`h-4 ${line === lines - 1 ? 'w-2/5' : 'w-full'}`} />
          ))}
        </div>
      )}
    </div>
  );
}
