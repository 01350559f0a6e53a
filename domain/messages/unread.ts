/** Opens the conversation that has the newest unread reply, whatever is half-written in another. */
export const UNREAD_MESSAGES = '/messages?unread';

export const newMessageWords = (name: string | null): string =>
  `New message from ${name === null ? 'your care team' : calledName(name)}`;

/** As patients hear it: 'Marisol' for Marisol Vega, 'Dr. Lind' for Dr. Anneke Lind. */
function calledName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return first.endsWith('.') && last ? `${first} ${last}` : first;
}
