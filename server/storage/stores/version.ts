const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the server could have generated this name. Any other could be a path to someone else's file. */
export const isVersion = (name: string): boolean => UUID.test(name);

/** Versions come from the database and from backups, which others may have written. */
export function checkedVersion(name: string): string {
  if (!isVersion(name)) throw new Error('A stored file has a UUID for its name; this is none.');
  return name;
}
