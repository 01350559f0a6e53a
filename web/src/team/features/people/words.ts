import type { AppointmentTypeName, TeamPerson } from '@domain/contracts/team/team-people.ts';
import type { TeamRole } from '@domain/contracts/team/team-session.ts';

export const ROLES: readonly { value: TeamRole; label: string; hint: string }[] = [
  { value: 'coach', label: 'Coach', hint: 'Cares for assigned patients and takes their calls.' },
  { value: 'clinician', label: 'Clinician', hint: 'Makes clinical decisions for all patients.' },
  {
    value: 'administrator',
    label: 'Administrator',
    hint: 'Runs the clinic. No access to health information.',
  },
];

export const roleWords = (role: TeamRole): string => ROLES.find(({ value }) => value === role)!.label;

/** One line about someone's way to their first day. */
export function statusWords({ invitedAt, deactivatedAt, proposedRole, role, hasFactor }: TeamPerson): string {
  if (deactivatedAt) return 'Deactivated';
  if (!invitedAt) return 'Takes calls but can’t sign in';
  if (proposedRole === role) return 'Waiting for a clinician to agree to this role';
  if (proposedRole) return `Waiting for a clinician to agree to ${proposedRole}`;
  return hasFactor ? 'Active' : 'Invited, app not set up yet';
}

/** Null if unknown. Administrators take no calls. */
export function callsWords({ hosts }: TeamPerson, kinds: readonly AppointmentTypeName[]): string | null {
  const names = kinds.filter(({ slug }) => hosts.includes(slug)).map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : null;
}
