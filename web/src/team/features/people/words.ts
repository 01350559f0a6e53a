import type { AppointmentTypeName, TeamPerson } from '@domain/contracts/team/team-people.ts';
import type { TeamRole } from '@domain/contracts/team/team-session.ts';

export const ROLES: readonly { value: TeamRole; label: string; hint: string }[] = [
  { value: 'coach', label: 'Coach', hint: 'Looks after patients and takes their calls.' },
  { value: 'clinician', label: 'Clinician', hint: 'Decides what is clinical, for every patient.' },
  { value: 'administrator', label: 'Administrator', hint: 'Runs the clinic, and sees nothing of health.' },
];

export const roleWords = (role: TeamRole): string => ROLES.find(({ value }) => value === role)!.label;

/** Where somebody stands on the way to their first day, in one line. */
export function statusWords({ invitedAt, deactivatedAt, proposedRole, role, hasFactor }: TeamPerson): string {
  if (deactivatedAt) return 'Deactivated';
  if (!invitedAt) return 'Takes calls, and cannot sign in';
  if (proposedRole === role) return 'Waits for a clinician to agree to this role';
  if (proposedRole) return `Waits for a clinician to agree to ${proposedRole}`;
  return hasFactor ? 'Active' : 'Invited; the app is not set up yet';
}

/** Null where nobody knows of any: an administrator takes no calls. */
export function callsWords({ hosts }: TeamPerson, kinds: readonly AppointmentTypeName[]): string | null {
  const names = kinds.filter(({ slug }) => hosts.includes(slug)).map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : null;
}
