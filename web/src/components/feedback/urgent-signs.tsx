import type { ComponentProps } from 'react';
import { EmergencyLink } from './emergency-link.tsx';
import { Notice } from './notice.tsx';

type Props = {
  heading: string;
  signs: readonly string[];
  /** How to get help. */
  call: ComponentProps<typeof EmergencyLink>;
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
