import { expect, test } from 'vitest';
import { DAY } from '../../time/instant.ts';
import { nextLook } from '../next-look.ts';
import { entry, NOW, of, QUIET } from '../testing.ts';

test('an unread reply is the coach’s from the eighth day on', () => {
  expect(of({ messagesUnread: [entry(7 * DAY - 1)] })).toEqual([]);
  expect(of({ messagesUnread: [entry(7 * DAY)] })).toMatchObject([
    { key: `message-unread:entry-${7 * DAY}`, title: 'Message unread', owner: 'coach', ownerId: 'marisol' },
  ]);
});

test('no one looks before that, and then someone does', () => {
  expect(nextLook({ ...QUIET, messagesUnread: [entry(DAY)] }, NOW)).toBe(NOW + 6 * DAY);
  expect(nextLook({ ...QUIET, messagesUnread: [entry(8 * DAY)] }, NOW)).toBeNull();
});
