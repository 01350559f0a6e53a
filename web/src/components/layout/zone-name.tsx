import type { Instant } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone-name.ts';

type Props = { zone: string; at: Instant };

export default function ZoneName({ zone, at }: Props) {
  return zoneName(zone, at);
}
