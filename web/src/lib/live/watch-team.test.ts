import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTeam } from './watch-team.ts';

const heard = vi.hoisted((): { change: () => void } => ({ change: () => undefined }));
vi.mock('./follow-topic.ts', () => ({
  followTopic: async (_topic: string, onChange: () => void) => {
    heard.change = onChange;
    return () => undefined;
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first change is requested right away, and ones that follow closely together, a second later', async () => {
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const stop = watchTeam(client, 'coach');
  await vi.advanceTimersByTimeAsync(5_000);
  const times = () => asked.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'team-today').length;
  heard.change();
  await vi.advanceTimersByTimeAsync(1);
  expect(times()).toBe(1);
  for (let more = 0; more < 50; more += 1) heard.change();
  await vi.advanceTimersByTimeAsync(900);
  expect(times()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(times()).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times()).toBe(2);
  stop();
});
