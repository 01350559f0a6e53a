import type { Settings } from '../settings/settings.ts';
import { CommandProblem, type Command } from './command-line.ts';
import { deactivateMember, inviteMember, listMembers, resetFactor } from './team-actions.ts';

export const TEAM_OPTIONS = {
  list: { type: 'boolean' },
  invite: { type: 'boolean' },
  'reset-factor': { type: 'boolean' },
  deactivate: { type: 'boolean' },
  email: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  'time-zone': { type: 'string' },
} as const;

const DETAILS = ['email', 'name', 'role', 'time-zone'] as const;
type Details = Partial<Record<(typeof DETAILS)[number], string>>;
type ActionName = 'list' | 'invite' | 'reset-factor' | 'deactivate';
type Action = {
  takes: readonly (keyof Details)[];
  make: (details: Details, settings: Settings) => Command;
};

const ACTIONS: Record<ActionName, Action> = {
  list: { takes: [], make: (_, settings) => listMembers(settings) },
  invite: {
    takes: DETAILS,
    make: inviteMember,
  },
  'reset-factor': { takes: ['email'], make: resetFactor },
  deactivate: { takes: ['email'], make: deactivateMember },
};

/** The one action given; a mistake is refused before a database is opened. */
export function teamAction(
  values: Details & Partial<Record<ActionName, boolean>>,
  settings: Settings,
  usage: string,
): Command {
  const [name, ...others] = (Object.keys(ACTIONS) as ActionName[]).filter((action) => values[action]);
  if (!name) throw new CommandProblem(usage);
  if (others.length > 0) throw new CommandProblem(`--${others[0]}: not together with --${name}`);
  const { takes, make } = ACTIONS[name];
  const given = DETAILS.filter((detail) => values[detail] !== undefined);
  const unwanted = given.find((detail) => !takes.includes(detail));
  if (unwanted) throw new CommandProblem(`--${unwanted}: not with --${name}`);
  return make(Object.fromEntries(given.map((detail) => [detail, values[detail]])), settings);
}
