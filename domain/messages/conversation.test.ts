import { expect, test } from 'vitest';
import {
  firstToShow,
  hasEarlier,
  isSeen,
  unreadIn,
  type Conversation,
  type Message,
} from './conversation.ts';
import type { Topic } from './topics.ts';

const message = (place: number, from: Message['from'], at = place): Message => ({
  id: `${from}-${place}`,
  place,
  from,
  at,
  dueAt: null,
  text: 'Words',
  byPhone: false,
  concern: null,
  files: [],
  who: from === 'team' ? 'Marisol Vega' : null,
});
const about = (
  topic: Topic,
  messages: Message[],
  read = { readByPatient: 0, readByTeam: 0 },
): Conversation => ({
  id: topic,
  topic,
  messages,
  ...read,
});

test('only replies after the last one read are unread', () => {
  const messages = [message(1, 'patient'), message(2, 'team'), message(3, 'patient'), message(4, 'team')];
  expect(
    [0, 1, 2, 3, 4].map((readByPatient) =>
      unreadIn(about('The kit', messages, { readByPatient, readByTeam: 0 })),
    ),
  ).toEqual([2, 2, 1, 1, 0]);
});

test('a message is seen once someone on the team has read that far', () => {
  const kit = about('The kit', [message(1, 'patient'), message(2, 'patient')], {
    readByPatient: 0,
    readByTeam: 1,
  });
  expect(kit.messages.map((one) => isSeen(kit, one))).toEqual([true, false]);
});

test('earlier messages are marked as left out if the first one here is not the first', () => {
  expect(hasEarlier(about('The kit', [message(1, 'patient')]))).toBe(false);
  expect(hasEarlier(about('The kit', [message(7, 'patient')]))).toBe(true);
  expect(hasEarlier(about('The kit', []))).toBe(true);
});

test('the conversation with an unread reply opens, otherwise the latest one', () => {
  const older = about('The kit', [message(1, 'patient', 10), message(2, 'team', 20)]);
  const newer = about('My treatment', [message(1, 'patient', 30)]);
  expect(firstToShow([])).toBeNull();
  expect(firstToShow([newer, older])).toBe('The kit');
  expect(firstToShow([{ ...older, readByPatient: 2 }, newer])).toBe('My treatment');
});
