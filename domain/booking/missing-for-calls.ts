/** Of a kind of call that the portal leads to. Without a name there is no such kind yet. */
type Kind = { slug: string; name: string | null; isTaken: boolean; hasHours: boolean };
export type CallFacts = { kinds: readonly Kind[]; hasInvited: boolean };

/** What the clinic has yet to set up: kinds by slug, and by name those that nobody takes, or nobody who has hours. */
export type MissingForCalls = { kinds: string[]; hosts: string[]; hours: string[]; patients: boolean };

/** Null once every call can be booked, and somebody is there to book one. */
export function missingForCalls({ kinds, hasInvited }: CallFacts): MissingForCalls | null {
  const names = (fits: (kind: Kind) => boolean) =>
    kinds.flatMap((kind) => (kind.name !== null && fits(kind) ? [kind.name] : []));
  const missing = {
    kinds: kinds.filter(({ name }) => name === null).map(({ slug }) => slug),
    hosts: names(({ isTaken }) => !isTaken),
    hours: names(({ isTaken, hasHours }) => isTaken && !hasHours),
    patients: !hasInvited,
  };
  const isMissing =
    missing.patients || [missing.kinds, missing.hosts, missing.hours].some((list) => list.length > 0);
  return isMissing ? missing : null;
}
