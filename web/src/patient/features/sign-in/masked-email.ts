/** Recognizable for its owner, but not for others who see the screen: r…@example.com. */
export const maskedEmail = (email: string): string =>
  `${String.fromCodePoint(email.codePointAt(0)!)}…${email.slice(email.lastIndexOf('@'))}`;
