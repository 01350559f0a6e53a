import { Notice } from './notice.tsx';

type Props = { heading: string; signs: readonly string[] };

/** When not to wait for anybody, sign by sign: quicker to find than in a sentence. */
export function UrgentSigns({ heading, signs }: Props) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">{heading}</p>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {signs.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
      </ul>
    </Notice>
  );
}
