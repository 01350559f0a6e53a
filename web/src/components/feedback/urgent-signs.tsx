import { Notice } from './notice.tsx';

type Props = {
  heading: string;
  signs: readonly string[];
  /** How to get help; `href` is null if no number is known, and then the label says what to do. */
  call: { label: string; href: string | null };
};

/** When not to wait, as a list of signs: faster to scan than a sentence. */
export function UrgentSigns({ heading, signs, call }: Props) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">{heading}</p>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {signs.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
      </ul>
      {call.href === null ? (
        <p className="mt-2.5 font-semibold">{call.label}</p>
      ) : (
        <a href={call.href} className="text-link mt-2.5 inline-block font-semibold">
          {call.label}
        </a>
      )}
    </Notice>
  );
}
