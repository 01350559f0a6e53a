import type { ClinicSettings } from '../settings/clinic-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { DEMO_TEAM } from './team.ts';

/** What the portal is told of the clinic. With the demo's data, its first coach answers unless the settings name somebody. */
export function clinicFor({ clinic, demoData }: Pick<Settings, 'clinic' | 'demoData'>): ClinicSettings {
  const { contacts = {} } = clinic;
  if (!demoData || 'coachName' in contacts || 'coachEmail' in contacts) return clinic;
  const { email, name, bio, portrait } = DEMO_TEAM.find(({ role }) => role === 'coach')!;
  const demo = { coachEmail: email, coachName: name, coachBio: bio, coachPortrait: portrait };
  return { ...clinic, contacts: { ...demo, ...contacts } };
}
