import { expect, test } from 'vitest';
import { isRoom } from './room.ts';

const ROOM = '0b8e3c1e-5d0f-4a57-9f43-6f1a2c9d7e10';

test.each([
  [ROOM, true],
  [ROOM.toUpperCase(), true],
  ['-'.repeat(36), false],
  [`${ROOM}/../home`, false],
  ['a-host.with-a.signed-link', false],
  ['', false],
])('%j is a room: %s', (token, expected) => {
  expect(isRoom(token)).toBe(expected);
});
