import { greetingAt, helloTo } from './greeting-words.ts';

/** Waits for the name, which would otherwise change from the address to the first name. */
export function Greeting({ name, now }: { name: string | null; now: number | null }) {
  return (
    <div className="mb-6 sm:mb-8">
      <p data-part="hour" className="caption mb-1">
        {now === null ? '\u00A0' : greetingAt(now)}
      </p>
      {name === null ? (
        <p aria-hidden="true" className="w-48 animate-pulse rounded-lg bg-line text-title sm:text-display">
          &nbsp;
        </p>
      ) : (
        <h2 data-part="name" className="text-title wrap-anywhere sm:text-display">
          {helloTo(name)}
        </h2>
      )}
    </div>
  );
}
