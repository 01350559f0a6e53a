import { expect, test, vi } from 'vitest';
import { consoleLog } from './log.ts';

test('a fact cannot be mistaken for the event or its time', () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.useFakeTimers({ now: new Date('2026-11-18T10:30:00Z') });
  consoleLog('request', { event: 'signed in', time: 'never', status: 200 });
  expect(printed.mock.calls).toEqual([
    ['{"time":"2026-11-18T10:30:00.000Z","event":"request","status":200}'],
  ]);
  vi.useRealTimers();
  printed.mockRestore();
});
