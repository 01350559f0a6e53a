import { expect, test } from 'vitest';
import { zoneOptions } from './zone-options.ts';

const options = zoneOptions(Date.parse('2026-11-19T12:00:00Z'), 'Asia/Tokyo');

test('the American zones come first, without a group', () => {
  expect(options.slice(0, 7).map(({ value, group }) => [value, group])).toEqual([
    ['America/New_York', undefined],
    ['America/Chicago', undefined],
    ['America/Denver', undefined],
    ['America/Phoenix', undefined],
    ['America/Los_Angeles', undefined],
    ['America/Anchorage', undefined],
    ['Pacific/Honolulu', undefined],
  ]);
  expect(options[0]!.label).toBe('Eastern Time (New York)');
});

test('all others are grouped by region, and each region is in one place', () => {
  const groups = options.slice(7).map(({ group }) => group);
  expect(groups).not.toContain(undefined);
  const changes = groups.filter((group, at) => group !== groups[at - 1]);
  expect(changes).toEqual([...new Set(groups)]);
  expect(changes.slice(0, 2)).toEqual(['Africa', 'Americas']);
  expect(options.find(({ value }) => value === 'Asia/Tokyo')?.group).toBe('Asia');
});
