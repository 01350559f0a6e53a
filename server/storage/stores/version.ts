const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether this is a name that the server gives to bytes. Any other could be the way to somebody else's file. */
export const isVersion = (name: string): boolean => UUID.test(name);

/** Names come back from the database and from backups, which others may have written to. */
export function checkedVersion(name: string): string {
  if (!isVersion(name)) throw new Error('A stored file has a UUID for its name; this is none.');
  return name;
}
