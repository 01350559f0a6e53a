/** Of a kind of call that the portal leads to. */
type Kind = { isKnown: boolean; isTaken: boolean; hasHours: boolean };
export type CallFacts = { kinds: readonly Kind[]; hasInvited: boolean; hasTimeZone: boolean };

/** How many kinds of calls do not exist yet, nobody takes, or nobody who has hours; whether no patient is invited, and whether the clinic's time zone is not set. */
export type MissingForCalls = {
  kinds: number;
  hosts: number;
  hours: number;
  patients: boolean;
  timeZone: boolean;
};

/** Null once every call can be booked, and somebody is there to book one. Names no kind: whoever reads it may not know what is booked. */
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
