import { Notice } from './notice.tsx';

type Call = {
  /** `href` is null if no number is known, and then the label says what to do. */
  label: string;
  href: string | null;
};
type Props = {
  heading: string;
  signs: readonly string[];
  /** How to get help. */
  call: Call;
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
      <EmergencyLink {...call} />
    </Notice>
  );
}

/** The number to call, below what is urgent. */
export const EmergencyLink = ({ label, href }: Call) =>
  href === null ? (
    <p className="mt-2.5 font-semibold">{label}</p>
  ) : (
    <a href={href} className="text-link mt-2.5 inline-block font-semibold">
      {label}
    </a>
  );
