import { expect, test } from 'vitest';
import { onUserLost, tellUserLost } from './session.ts';

test('whoever stops listening hears of no further loss', () => {
  const user = { id: 'a', email: 'coach@example.com' };
  const heard: string[] = [];
  const stop = onUserLost(({ id }) => heard.push(id));
  tellUserLost(user);
  stop();
  tellUserLost(user);
  expect(heard).toEqual(['a']);
});
