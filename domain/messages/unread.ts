/** Opens the conversation with the latest unread reply, even if another has a draft. */
export const UNREAD_MESSAGES = '/messages?unread';

export const newMessageWords = (name: string | null): string =>
  `New message from ${name === null ? 'your care team' : calledName(name)}`;

/** The name a patient knows: 'Marisol' for Marisol Vega, 'Dr. Lind' for Dr. Anneke Lind. */
function calledName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return first.endsWith('.') && last ? `${first} ${last}` : first;
}
