import type { Caller, Database } from '../database/database.ts';

/** What the policies on realtime.messages let somebody do in one channel. */
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

/** Throws as every other call does when the session has ended. */
export async function rightsIn(database: Database, caller: Caller, topic: string): Promise<Rights> {
  const { role, claims, sessionId } = caller;
  const { rows } = await database.inShare(caller, () =>
    database.query<{ rights: Rights }>('select portal_server.channel_rights($1, $2, $3, $4) as rights', [
      role,
      claims,
      sessionId,
      topic,
    ]),
  );
  return rows[0]!.rights;
}
