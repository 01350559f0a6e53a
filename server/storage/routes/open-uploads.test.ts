import { expect, test } from 'vitest';
import type { Caller } from '../../database/query-types.ts';
import { SERVICE } from '../storage.ts';
import { createOpenUploads, MAX_OF_PERSON } from './open-uploads.ts';

const person = (userId: string): Caller => ({
  role: 'authenticated',
  claims: '{}',
  userId,
  sessionId: null,
});
const [ann, eve] = [person('ann'), person('eve')];
const MB = 1024 * 1024;
const times = (count: number, act: () => void) => {
  for (let done = 0; done < count; done++) act();
};

test('a person may have six open uploads, whatever others have', () => {
  const open = createOpenUploads();
  times(MAX_OF_PERSON, () => open(eve, MB));
  expect(() => open(eve, MB)).toThrow(expect.objectContaining({ status: 429 }));
  expect(open(ann, MB)).toBeTypeOf('function');
});

test('a finished upload makes room', () => {
  const open = createOpenUploads();
  const close = open(eve, MB);
  times(MAX_OF_PERSON - 1, () => open(eve, MB));
  close();
  expect(open(eve, MB)).toBeTypeOf('function');
  expect(() => open(eve, MB)).toThrow(expect.objectContaining({ status: 429 }));
});

test('all of them together have a limit in bytes', () => {
  const open = createOpenUploads({ maxOpenBytes: 20 * MB });
  const close = open(eve, 10 * MB);
  open(person('mia'), 10 * MB);
  expect(() => open(ann, 1)).toThrow(expect.objectContaining({ status: 429, retryAfter: 5 }));
  close();
  expect(open(ann, 10 * MB)).toBeTypeOf('function');
});

test('uploads that end right away count too, including refused ones', () => {
  const open = createOpenUploads();
  times(60, () => open(eve, MB)());
  expect(() => open(eve, MB)).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }));
  expect(open(ann, MB)).toBeTypeOf('function');
});

test('the clinic’s programs have no limit', () => {
  const open = createOpenUploads();
  times(1_000, () => open(SERVICE, 50 * MB));
  expect(open(ann, MB)).toBeTypeOf('function');
});
