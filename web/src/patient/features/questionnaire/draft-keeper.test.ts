import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_FORM } from '@domain/onboarding/questionnaire-form.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { draftKeeper } from './draft-keeper.ts';

const aged = (user_age: string) => ({ ...EMPTY_FORM, user_age });
let sent: { user_age: string; answers: (response: Response) => void }[];
const onKept = vi.fn<(isKept: boolean) => void>();

beforeEach(async () => {
  sent = [];
  onKept.mockClear();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    const { form } = JSON.parse(init?.body as string) as { form: { user_age: string } };
    return new Promise<Response>((answers) => sent.push({ user_age: form.user_age, answers }));
  });
  await loadConfig();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function aKeeper() {
  const local = { read: () => null, keep: vi.fn<() => void>(), forget: vi.fn<() => void>() };
  const opening = { answersAt: 'monday', keptAt: null };
  return { local, ...draftKeeper({ userId: 'robin', opening, local, onKept }) };
}

const ages = () => sent.map(({ user_age }) => user_age);
const answer = (status = 201) =>
  sent.at(-1)!.answers(Response.json({ updated_at: `kept-${sent.length}` }, { status }));

test('one write is in progress at a time, and the next one has the latest input', async () => {
  const keeper = aKeeper();
  keeper.keep(aged('3'));
  keeper.send();
  await vi.waitFor(() => expect(ages()).toEqual(['3']));
  keeper.keep(aged('34'));
  keeper.keep(aged('35'));
  keeper.send();
  expect(ages()).toEqual(['3']);
  answer();
  await vi.waitFor(() => expect(ages()).toEqual(['3', '35']));
  answer();
  await vi.waitFor(() => expect(onKept).toHaveBeenCalledTimes(2));
  expect(keeper.local.keep).toHaveBeenLastCalledWith({
    form: aged('35'),
    answersAt: 'monday',
    keptAt: 'kept-2',
  });
});

test('a failed write says so, and the next input is tried again', async () => {
  const keeper = aKeeper();
  keeper.keep(aged('34'));
  keeper.send();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  answer(403);
  await vi.waitFor(() => expect(onKept).toHaveBeenLastCalledWith(false));
  keeper.keep(aged('35'));
  keeper.send();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  answer();
  await vi.waitFor(() => expect(onKept).toHaveBeenLastCalledWith(true));
});

test('once the answers are saved nothing more is kept, here or there', async () => {
  const keeper = aKeeper();
  keeper.keep(aged('34'));
  keeper.send();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  keeper.keep(aged('35'));
  keeper.end();
  const kept = keeper.local.keep.mock.calls.length;
  answer();
  await vi.waitFor(() => expect(onKept).toHaveBeenCalled());
  keeper.send();
  expect([ages(), keeper.local.keep.mock.calls.length]).toEqual([['34'], kept]);
  expect(keeper.local.forget).toHaveBeenCalledOnce();
});
