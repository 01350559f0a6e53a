import * as z from 'zod/mini';
import { Email } from '../../domain/contracts/fields/email.ts';
import { TeamRole } from '../../domain/contracts/team/team-session.ts';
import { UNSET_CLINIC_ZONE } from '../../domain/time/zone.ts';
import { keyedHash } from '../../supabase/functions/_shared/request/backend.ts';
import { newSetUpCode, setUpCodeHash } from '../../supabase/functions/_shared/team/set-up-code.ts';
import { canOpenSecret } from '../auth/factor-secret.ts';
import { createKeys } from '../auth/keys.ts';
import type { Database } from '../database/database.ts';
import { existingSecrets } from '../secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { Name, Zone } from './care-options.ts';
import { clinicZone } from './clinic-zone.ts';
import { CommandProblem, NAME_ITS_SETTINGS, read, refusalIn, table, type Command } from './command-line.ts';
import { leftBehind, missingForCalls, workOf } from './team-work.ts';
import { siteAddress } from './site-address.ts';

type Options = Record<string, string | undefined>;

const OneMember = z.object({ email: Email });
const NewMember = z.object({
  email: Email,
  name: Name,
  role: z.pipe(z.string('a role is needed: coach, clinician or administrator'), TeamRole),
  'time-zone': z.optional(Zone),
});

type Member = Record<'name' | 'role' | 'email' | 'zone' | 'state', string> & { secret: string | null };

/** Everyone on the care team, and whether they can sign in. */
export const listMembers =
  (settings: Settings): Command =>
  async (database) => {
    const { rows } = await database.query<Member>(
      `select name, email, time_zone as zone,
         concat_ws('; ', role, case when proposed_role <> role then proposed_role || ' proposed' end) as role, case when deactivated_at is null then secret end as secret, concat_ws('; ', case
         when deactivated_at is not null then 'left on ' || private.day_at(deactivated_at, private.zone_of_clinic())
         when factor_id is not null and proposed_role = role then null
         when factor_id is not null then 'can sign in'
         when joined_at is not null then 'needs to set up the authenticator app again'
         when invited_at is not null then 'has not set up the authenticator app; invited on ' || private.day_at(invited_at, private.zone_of_clinic())
         else 'only takes calls; not invited' end,
         case when proposed_role = role then 'waits for a clinician’s agreement (' || role || ')' end) as state
       from public.care_team left join auth.mfa_factors on mfa_factors.id = factor_id
       order by deactivated_at is not null, name, email`,
    );
    if (rows.length === 0) return ['The care team is empty. Invite someone with: npm run team -- --invite …'];
    const secrets = await existingSecrets(settings, database);
    const keys = secrets && createKeys(secrets);
    // Sealed with another JWT_SECRET, before it was replaced or on the server that made the backup.
    const isSealed = ({ secret }: Member) => secret !== null && keys && !canOpenSecret(keys, secret);
    return [
      ...table([
        ['name', 'role', 'email', 'time zone', 'sign-in'],
        ...rows.map((row) => {
          const { name, role, email, zone, state } = row;
          return [name, role, email, zone, isSealed(row) ? 'needs a reset' : state];
        }),
      ]),
      ...(keys ? [] : [`${UNKNOWN_RESETS} ${NAME_ITS_SETTINGS}`]),
    ];
  };

const UNKNOWN_RESETS =
  'The portal’s secrets are missing, so this can’t show whose second factor needs a reset.';

/**
 * Invites a care team member. A mailbox alone cannot enroll: the setup code is given in person or by phone.
 */
export function inviteMember(options: Options, settings: Settings): Command {
  const { email, name, role, 'time-zone': named } = read(NewMember, options);
  return async (database) => {
    const known = await knownMember(database, email);
    const found = named ?? known?.zone ?? (await clinicZone(database, settings.clinic.clinicTimeZone));
    const zone = found ?? UNSET_CLINIC_ZONE;
    const { code, hash } = await setUpCodeFor(email, settings, database);
    await asked(
      database.query('select public.team_invite(null, $1, $2, $3, $4, $5)', [email, name, role, zone, hash]),
    );
    return [
      `invited ${name}, ${role}, ${zone}: ${email}`,
      ...(await tellInPerson(code, settings, database)),
      ...(found ? [] : [assumedZone(email)]),
      ...(role === 'administrator' ? [] : await missingForCalls(database, email, name)),
    ];
  };
}

async function knownMember(database: Database, email: string) {
  const { rows } = await database.query<{ zone: string }>(
    'select time_zone as zone from public.care_team where email = $1',
    [email],
  );
  return rows[0];
}

const assumedZone = (email: string) =>
  `No time zone was given, so ${UNSET_CLINIC_ZONE} is used. To change it: npm run availability -- change --host ${email} --zone America/Chicago`;

/** For a lost phone: the old app stops working right away. */
export function resetFactor(options: Options, settings: Settings): Command {
  const { email } = read(OneMember, options);
  return async (database) => {
    const id = await memberIdOf(database, email);
    const { code, hash } = await setUpCodeFor(email, settings, database);
    await asked(database.query('select public.team_reset_factor(null, $1, $2)', [id, hash]));
    return [
      `${email} needs to set up the authenticator app again`,
      ...(await tellInPerson(code, settings, database)),
      'They and the administrators get an email about the reset.',
    ];
  };
}

/** Ends sessions, second factor and booking right away. Booked calls stay until reassigned. */
export function deactivateMember(options: Options): Command {
  const { email } = read(OneMember, options);
  return async (database) => {
    const id = await memberIdOf(database, email);
    const before = await workOf(database, id);
    await asked(database.query('select public.team_deactivate(null, $1)', [id]));
    return [`${email} can no longer sign in`, ...(await leftBehind(database, id, before))];
  };
}

async function memberIdOf(database: Database, email: string): Promise<string> {
  const { rows } = await database.query<{ id: string; invited: boolean }>(
    'select id, invited_at is not null as invited from public.care_team where email = $1',
    [email],
  );
  if (!rows[0]) {
    throw new CommandProblem(
      `No one on the care team has the address ${email}. npm run team -- --list shows the team.`,
    );
  }
  if (!rows[0].invited) throw new CommandProblem(`${email} was never invited and can’t sign in.`);
  return rows[0].id;
}

async function setUpCodeFor(email: string, settings: Settings, database: Database) {
  const secrets = await existingSecrets(settings, database);
  if (!secrets) {
    throw new CommandProblem(
      `The portal’s secrets are missing, and without them the setup code wouldn’t work. ${NAME_ITS_SETTINGS}`,
    );
  }
  const code = newSetUpCode();
  // The same secret as the server's functions, which compare the hash (server/functions/routes.ts).
  const withSecret = { keyedHash: (text: string) => keyedHash(secrets.serviceRoleKey, text) };
  return { code, hash: await setUpCodeHash(withSecret, email, code) };
}

async function tellInPerson(code: string, settings: Settings, database: Database): Promise<string[]> {
  const address = (await siteAddress(database, settings)) ?? settings.siteUrl;
  return [
    `Setup code: ${code}`,
    `This is shown only once and isn’t emailed. Give it to them in person or by phone. It works for 72 hours and five tries, at ${address}/team/sign-in`,
  ];
}

async function asked(answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    const sentence = refusalIn(error);
    throw sentence ? new CommandProblem(sentence, { cause: error }) : error;
  }
}
