import { expect, test } from 'vitest';
import { onUserLost, publishUserLost } from './session.ts';

test('after unsubscribing, no further session loss is reported', () => {
  const user = { id: 'a', email: 'coach@example.com' };
  const heard: string[] = [];
  const stop = onUserLost(({ id }) => heard.push(id));
  publishUserLost(user);
  stop();
  publishUserLost(user);
  expect(heard).toEqual(['a']);
});
