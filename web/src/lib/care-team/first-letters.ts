const SHOWN = 7;

/** Enough of an address to distinguish two people with the same name: 'robin.c…' */
export const firstLetters = (email: string): string => {
  const name = email.split('@')[0]!;
  return name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : `${name}@…`;
};
