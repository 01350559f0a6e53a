/** Enough for its owner to know it by, and little for anyone else who sees the screen: r…@example.com. */
export const maskedEmail = (email: string): string =>
  `${String.fromCodePoint(email.codePointAt(0)!)}…${email.slice(email.lastIndexOf('@'))}`;
