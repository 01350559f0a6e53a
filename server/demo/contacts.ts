import type { ClinicValues } from '../../domain/clinic/settings.ts';
import { addressOf } from '../../domain/notifications/appointment.ts';
import type { Settings } from '../settings/settings.ts';
import { DEMO_TEAM } from './team.ts';

type Contacts = ClinicValues & { coachPortrait?: string };

/**
 * Who patients reach if the clinic has set no one: in production the sender of its emails, in the demo its
 * first coach.
 */
export function defaultContacts({ production, demoData, mail }: Settings, set: ClinicValues): Contacts {
  if (production) {
    const sender = addressOf(mail.from);
    return { coachEmail: sender, supportEmail: sender };
  }
  const { email, name, bio, portrait } = DEMO_TEAM.find(({ role }) => role === 'coach')!;
  const isOther = (set.coachName ?? name) !== name || (set.coachEmail ?? email) !== email;
  if (!demoData || isOther) return {};
  return { coachEmail: email, coachName: name, coachBio: bio, ...(portrait && { coachPortrait: portrait }) };
}
