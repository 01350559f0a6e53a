import type { Kit } from '@domain/contracts/fields/kit.ts';
import { kitState, type KitState } from '@domain/kit/kit-state.ts';
import type { Instant } from '@domain/time/instant.ts';
import { localDate } from '@domain/time/local.ts';
import { shortMonthAndDay } from '@domain/time/words.ts';
import { shortDayOf } from './times.ts';

const WORDS: Record<KitState, string> = {
  'not-asked': 'No kit yet',
  'address-needed': 'Kit to send, no address yet',
  prepared: 'Kit to send',
  sent: 'Kit on its way',
  late: 'Kit late',
  arrived: 'Kit arrived',
};

/** 'Kit to send, no address yet', 'Kit sent Nov 10', 'Kit late, sent Nov 2', 'Kit arrived Nov 12' */
export function kitWords(kit: Kit, zone: string, now: Instant): string {
  const state = kitState(
    {
      isAsked: kit.askedAt !== null,
      hasAddress: kit.address !== null,
      trackingUrl: kit.trackingUrl,
      sentOn: kit.sentOn,
      hasArrived: kit.arrivedAt !== null,
    },
    localDate(now, zone),
  );
  const sentOn = kit.sentOn && shortMonthAndDay(kit.sentOn);
  if (state === 'sent' && sentOn) return `Kit sent ${sentOn}`;
  if (state === 'late') return `${WORDS.late}, sent ${sentOn}`;
  if (kit.arrivedAt)
    return `${WORDS.arrived} ${shortDayOf(kit.arrivedAt, zone, now).replace('Today', 'today')}`;
  return WORDS[state];
}
