import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { setUser } from '@/lib/backend/session.ts';
import { draftOf } from './drafts.ts';

const Form = z.object({ age: z.string() });
const draft = (user = 'robin', form = 'questionnaire') => draftOf(form, user, Form);

beforeEach(() => {
  sessionStorage.clear();
  signIn('robin');
});
const signIn = (id: string) => setUser({ id, email: `${id}@example.com` });

test('a half-filled form is restored until it is submitted', () => {
  expect(draft().read()).toBeNull();
  draft().keep({ age: '3' });
  draft().keep({ age: '34' });
  expect(draft().read()).toEqual({ age: '34' });
  draft().forget();
  expect(draft().read()).toBeNull();
});

test('each form has its own', () => {
  draft('robin', 'questionnaire').keep({ age: '34' });
  expect(draft('robin', 'consent').read()).toBeNull();
});

test('the next person to sign in neither sees it nor leaves it behind', () => {
  draft('robin').keep({ age: '34' });
  signIn('noor');
  expect(draft('noor').read()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('input after its owner signed out is not kept', () => {
  setUser(null);
  draft('robin').keep({ age: '34' });
  signIn('noor');
  draft('robin').keep({ age: '34' });
  expect(sessionStorage).toHaveLength(0);
});

test.each(['{', '{"age":34}', 'null'])('a draft that no longer fits (%s) is discarded', (kept) => {
  sessionStorage.setItem('bea-draft:robin:questionnaire', kept);
  expect(draft().read()).toBeNull();
});

test('a browser without storage has no drafts, and no errors', () => {
  const storage = vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  draft().keep({ age: '34' });
  draft().forget();
  expect(draft().read()).toBeNull();
  storage.mockRestore();
});
