import type { Concern } from './concerns.ts';
import type { FileType } from './files/limits.ts';
import type { ClockMessage } from './reply-clock.ts';
import type { Topic } from './topics.ts';

export type Message = ClockMessage & {
  /** The position in its conversation, starting at 1. */
  place: number;
  text: string;
  /** A reply given by phone. Its text is a summary. */
  byPhone: boolean;
  /** The team member who wrote it. */
  who: string | null;
  files: readonly SentFile[];
  /** The concern found when it was sent. */
  concern: Concern | null;
};

/** A file of a message. `name` is its place in storage. */
export type SentFile = { id: string; place: number; name: string; type: FileType };

/** The messages between patient and care team about one topic, oldest first. */
export type Conversation = {
  id: string;
  topic: Topic;
  messages: readonly Message[];
  /** How far each side has read. */
  readByPatient: number;
  readByTeam: number;
};

/** Replies the patient hasn't read. */
export const unreadIn = ({ messages, readByPatient }: Conversation): number =>
  messages.filter(({ from, place }) => from === 'team' && place > readByPatient).length;

/** Someone on the team has opened the conversation since this was written. */
export const isSeen = ({ readByTeam }: Conversation, { place }: Message): boolean => place <= readByTeam;

/** Only the newest messages are loaded. */
export const hasEarlier = ({ messages }: Conversation): boolean => messages[0]?.place !== 1;

/**
 * Which conversation to open by default: one with an unread reply, otherwise the one with the newest message.
 */
export function firstToShow(conversations: readonly Conversation[]): Topic | null {
  const newestAt = ({ messages }: Conversation) => messages.at(-1)?.at ?? 0;
  const byTime = conversations.toSorted((one, other) => newestAt(other) - newestAt(one));
  return (byTime.find((one) => unreadIn(one) > 0) ?? byTime[0])?.topic ?? null;
}
