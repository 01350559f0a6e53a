import type { Concern } from './concerns.ts';
import type { FileType } from './files/limits.ts';
import type { ClockMessage } from './reply-clock.ts';
import type { Topic } from './topics.ts';

export type Message = ClockMessage & {
  /** In its conversation, from 1 on. */
  place: number;
  text: string;
  /** An answer that was given by phone; its text says what was said. */
  byPhone: boolean;
  /** Who of the care team wrote it. */
  who: string | null;
  files: readonly SentFile[];
  /** What it was judged to be when it was sent. */
  concern: Concern | null;
};

/** A file of a message: `name` is where it is kept. */
export type SentFile = { id: string; place: number; name: string; type: FileType };

/** What patient and care team wrote to each other about a topic, the oldest first. */
export type Conversation = {
  id: string;
  topic: Topic;
  messages: readonly Message[];
  /** How far each side has read. */
  readByPatient: number;
  readByTeam: number;
};

/** Answers that the patient has not read. */
export const unreadIn = ({ messages, readByPatient }: Conversation): number =>
  messages.filter(({ from, place }) => from === 'team' && place > readByPatient).length;

/** Someone of the team has opened the conversation since this was written. */
export const isSeen = ({ readByTeam }: Conversation, { place }: Message): boolean => place <= readByTeam;

/** The newest messages are here and earlier ones are not. */
export const hasEarlier = ({ messages }: Conversation): boolean => messages[0]?.place !== 1;

/** Which one to show to someone who has not chosen: where an answer waits to be read, else where something was last written. */
export function firstToShow(conversations: readonly Conversation[]): Topic | null {
  const newestAt = ({ messages }: Conversation) => messages.at(-1)?.at ?? 0;
  const byTime = conversations.toSorted((one, other) => newestAt(other) - newestAt(one));
  return (byTime.find((one) => unreadIn(one) > 0) ?? byTime[0])?.topic ?? null;
}
