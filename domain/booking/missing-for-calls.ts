/** For a call type that the portal links to. */
type Kind = { isKnown: boolean; isTaken: boolean; hasHours: boolean };
export type CallFacts = { kinds: readonly Kind[]; hasInvited: boolean; hasTimeZone: boolean };

/**
 * How many call types do not exist yet, have no host, or have no host with hours; whether no patient is
 * invited, and whether the clinic has no time zone.
 */
export type MissingForCalls = {
  kinds: number;
  hosts: number;
  hours: number;
  patients: boolean;
  timeZone: boolean;
};

/**
 * Null once every call can be booked, and someone is there to book one. Names no type: the reader may not
 * be allowed to know what is booked.
 */
export function missingForCalls({ kinds, hasInvited, hasTimeZone }: CallFacts): MissingForCalls | null {
  const count = (fits: (kind: Kind) => boolean) => kinds.filter(fits).length;
  const missing = {
    kinds: count(({ isKnown }) => !isKnown),
    hosts: count(({ isKnown, isTaken }) => isKnown && !isTaken),
    hours: count(({ isTaken, hasHours }) => isTaken && !hasHours),
    patients: !hasInvited,
    timeZone: !hasTimeZone,
  };
  return missing.kinds + missing.hosts + missing.hours > 0 || missing.patients || missing.timeZone
    ? missing
    : null;
}
