import type { Database } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';

/** The caller's rights in one channel, by the policies on realtime.messages. */
export type Rights = {
  read_broadcast: boolean;
  write_broadcast: boolean;
  read_presence: boolean;
  write_presence: boolean;
};

export const NO_RIGHTS: Rights = {
  read_broadcast: false,
  write_broadcast: false,
  read_presence: false,
  write_presence: false,
};

export const mayRead = ({ read_broadcast, read_presence }: Rights): boolean =>
  read_broadcast || read_presence;

export const SESSION_ENDED = 'InvalidJWTToken: The session has ended';

export const noPermission = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

/** Runs in the caller's share of the database. */
export const rightsIn = (database: Database, caller: Caller, topic: string): Promise<Rights> =>
  database.inShare(caller, () => askRights(database, caller, topic));

/** Runs outside any share. Throws if the session has ended, like every other call. */
export async function askRights(
  database: Database,
  { role, claims, sessionId }: Caller,
  topic: string,
): Promise<Rights> {
  const { rows } = await database.query<{ rights: Rights }>(
    'select portal_server.channel_rights($1, $2, $3, $4) as rights',
    [role, claims, sessionId, topic],
  );
  return rows[0]!.rights;
}
