import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  findKey,
  keyHeaders,
  keyOf,
  readProjectKeys,
  type ProjectKey,
} from '../../../functions/_shared/request/project-keys.ts';

afterEach(() => vi.unstubAllEnvs());

const NEW = {
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_one"}',
  SUPABASE_SECRET_KEYS: '{"worker":"sb_secret_two","default":"sb_secret_one"}',
};
const OLDER = { SUPABASE_ANON_KEY: 'eyJ.anon.key', SUPABASE_SERVICE_ROLE_KEY: 'eyJ.service.key' };

function keysWith(env: Record<string, string>): ProjectKey[] {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return readProjectKeys();
}

test('the key named default is the one to call with, wherever it is in the list', () => {
  const keys = keysWith(NEW);
  expect([keyOf(keys, 'anon'), keyOf(keys, 'service_role')]).toEqual(['sb_publishable_one', 'sb_secret_one']);
});

test('without one named default, the first is', () => {
  const keys = keysWith({ ...NEW, SUPABASE_SECRET_KEYS: '{"next":"sb_secret_3","last":"sb_secret_2"}' });
  expect(keyOf(keys, 'service_role')).toBe('sb_secret_3');
});

test.each([{}, { SUPABASE_PUBLISHABLE_KEYS: '{}', SUPABASE_SECRET_KEYS: '' }])(
  'a project that has no new keys works with the older ones (%o)',
  (none) => {
    const keys = keysWith({ ...OLDER, ...none });
    expect(keyOf(keys, 'anon')).toBe(OLDER.SUPABASE_ANON_KEY);
    expect(findKey(keys, OLDER.SUPABASE_SERVICE_ROLE_KEY)).toMatchObject({ isReplaced: false });
  },
);

test('with new keys present, the older ones are known as possibly switched off', () => {
  const keys = keysWith({ ...NEW, ...OLDER });
  expect(keyOf(keys, 'service_role')).toBe('sb_secret_one');
  expect(findKey(keys, OLDER.SUPABASE_SERVICE_ROLE_KEY)).toMatchObject({
    role: 'service_role',
    isReplaced: true,
  });
});

test('each missing key is named', () => {
  expect(() => keysWith({ SUPABASE_ANON_KEY: OLDER.SUPABASE_ANON_KEY })).toThrow(
    /^Not set: SUPABASE_SECRET_KEYS \(or the older SUPABASE_SERVICE_ROLE_KEY\)$/,
  );
});

test.each([
  'sb_secret_one',
  '"sb_secret_one"',
  '["sb_secret_one"]',
  '{"default":""}',
  '{"default":7}',
  'null',
])('an invalid keys object is named, and not repeated: %s', (given) => {
  expect(() => keysWith({ ...NEW, SUPABASE_SECRET_KEYS: given })).toThrow(
    /^SUPABASE_SECRET_KEYS is not a JSON object of names and keys$/,
  );
});

describe('a key is known', () => {
  test('only in full', () => {
    const keys = keysWith(NEW);
    expect(findKey(keys, 'sb_secret_two')?.role).toBe('service_role');
    for (const wrong of [
      '',
      'sb_secret_',
      'sb_secret_tw',
      'sb_secret_twoo',
      'sb_secret_twO',
      ' sb_secret_two',
    ])
      expect(findKey(keys, wrong)).toBeUndefined();
  });

  test('after comparing it with every key in full', () => {
    const keys = keysWith(NEW);
    const looked = vi.spyOn(String.prototype, 'charCodeAt');
    const looksFor = (given: string) => {
      looked.mockClear();
      findKey(keys, given);
      return looked.mock.calls.length;
    };
    const wrong = looksFor('x'.repeat('sb_publishable_one'.length));
    const [first, last] = [looksFor('sb_publishable_one'), looksFor('sb_secret_two')];
    looked.mockRestore();
    expect([first, last]).toEqual([wrong, wrong]);
    expect(wrong).toBeGreaterThan(0);
  });
});

test('a new-style key is never a bearer, and an older one always is', () => {
  expect(keyHeaders('sb_secret_one')).toEqual({ apikey: 'sb_secret_one' });
  expect(keyHeaders('eyJ.a.b')).toEqual({ apikey: 'eyJ.a.b', authorization: 'Bearer eyJ.a.b' });
});
