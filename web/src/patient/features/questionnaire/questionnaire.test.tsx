import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { Questionnaire } from './questionnaire.tsx';

let load: () => Response | Promise<Response>;
let save: () => Response | Promise<Response>;
let sent: { url: URL; headers: Headers; body: unknown } | undefined;

beforeEach(async () => {
  queryClient.clear();
  sessionStorage.clear();
  load = () => Response.json([]);
  save = () => new Response(null, { status: 201 });
  sent = undefined;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    if (init?.method !== 'POST') return load();
    sent = {
      url: new URL(input),
      headers: new Headers(init.headers),
      body: JSON.parse(init.body as string) as unknown,
    };
    return save();
  });
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
});

afterEach(() => {
  cleanup();
  setUser(null);
  vi.unstubAllGlobals();
});

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <Questionnaire userId="robin" onSaved={() => undefined} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(saveButton().disabled).toBe(false));
}

const saved = {
  user_age: 34,
  partner_age: null,
  trying_duration: '1-2 years',
  menstrual_cycle_length: '21-35 days',
  uses_ovulation_tests: 'Yes',
  had_fertility_investigations: 'No',
  infertility_diagnosis: ['PCOS'],
  previous_treatments: ['No previous treatments'],
  family_set_up: 'Heterosexual couple',
};

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const labelsIn = (question: HTMLElement, role: 'radio' | 'checkbox') =>
  within(question)
    .getAllByRole<HTMLInputElement>(role)
    .map((box) => box.labels![0]!.textContent);
const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value).filter(Boolean);

test('the nine questions come in the specification’s order, each with its field type', async () => {
  await open();
  const questions = [
    screen.getByLabelText('Your age'),
    screen.getByLabelText("Partner's age"),
    screen.getByLabelText('How long trying to conceive'),
    screen.getByLabelText('Average menstrual cycle length'),
    screen.getByRole('group', { name: 'Ovulation tests' }),
    screen.getByRole('group', { name: 'Fertility investigations' }),
    screen.getByRole('group', { name: 'Infertility diagnosis' }),
    screen.getByRole('group', { name: 'Previous fertility treatments' }),
    screen.getByRole('group', { name: 'Family setup' }),
  ];
  for (const [index, question] of questions.slice(1).entries()) {
    const order = questions[index]!.compareDocumentPosition(question);
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  }
  const kinds = questions.map((question) =>
    question instanceof HTMLInputElement
      ? question.type
      : question instanceof HTMLSelectElement
        ? 'select'
        : question.querySelector('input')!.type,
  );
  expect(kinds).toEqual([
    'number',
    'number',
    'select',
    'select',
    'radio',
    'radio',
    'checkbox',
    'checkbox',
    'radio',
  ]);
});

test('each question offers exactly its answers', async () => {
  await open();
  expect(optionsOf('How long trying to conceive')).toEqual([
    '1-6 months',
    '6-12 months',
    '1-2 years',
    'Over 2 years',
  ]);
  expect(optionsOf('Average menstrual cycle length')).toEqual([
    '<21 days',
    '21-35 days',
    '>35 days',
    'Other',
  ]);
  const group = (name: string) => screen.getByRole('group', { name });
  expect(labelsIn(group('Ovulation tests'), 'radio')).toEqual(['Yes', 'No', 'Sometimes', 'Other']);
  expect(labelsIn(group('Fertility investigations'), 'radio')).toEqual(['Yes', 'No', 'Other']);
  expect(labelsIn(group('Infertility diagnosis'), 'checkbox')).toEqual([
    'No diagnosis',
    'Endometriosis',
    'Low ovarian reserve',
    'Male factor infertility',
    'PCOS',
    'Unexplained infertility',
    'Other',
  ]);
  expect(labelsIn(group('Previous fertility treatments'), 'checkbox')).toEqual([
    'Different home insemination',
    'Syringe insemination',
    'Intrauterine insemination (IUI)',
    'In vitro fertilisation (IVF)',
    'No previous treatments',
    'Other',
  ]);
  expect(labelsIn(group('Family setup'), 'radio')).toEqual([
    'Heterosexual couple',
    'Heterosexual couple with surrogate',
    'Heterosexual couple with sperm donor',
    'Same-sex couple with surrogate',
    'Same-sex couple with sperm donor',
    'Single female with sperm donor',
    'Single male with surrogate',
    'Other',
  ]);
});

test('Save is disabled and has a spinner while the answers load and while they are saved', async () => {
  const loading = Promise.withResolvers<Response>();
  load = () => loading.promise;
  const opening = open();
  expect(saveButton().disabled).toBe(true);
  expect(within(saveButton()).getByTestId('spinner')).toBeDefined();
  loading.resolve(Response.json([saved]));
  await opening;
  expect(screen.getByLabelText<HTMLInputElement>('Your age').value).toBe('34');

  const saving = Promise.withResolvers<Response>();
  save = () => saving.promise;
  fireEvent.click(saveButton());
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  expect(within(saveButton()).getByTestId('spinner')).toBeDefined();
  saving.resolve(new Response(null, { status: 201 }));
  await waitFor(() => expect(saveButton().disabled).toBe(false));
});

test('a number box never receives anything but a number', async () => {
  await open();
  const age = screen.getByLabelText<HTMLInputElement>('Your age');
  // A browser's report for a letter in a number box.
  Object.defineProperty(age, 'validity', { value: { badInput: true } });
  fireEvent.input(age, { target: { value: '' } });
  fireEvent.click(saveButton());
  await screen.findByText('Age must be a number');
  expect(age.defaultValue).toBe('');
});

test('nothing is sent before Save, and then an upsert by user_id with every field', async () => {
  load = () => Response.json([saved]);
  await open();
  fireEvent.input(screen.getByLabelText("Partner's age"), { target: { value: '41' } });
  expect(sent).toBeUndefined();
  fireEvent.click(saveButton());
  await waitFor(() => expect(sent).toBeDefined());
  expect(sent!.url.pathname).toBe('/rest/v1/onboarding_info');
  expect(sent!.url.searchParams.get('on_conflict')).toBe('user_id');
  expect(sent!.headers.get('prefer')).toContain('resolution=merge-duplicates');
  expect(sent!.body).toEqual({
    user_id: 'robin',
    ...saved,
    partner_age: 41,
    menstrual_cycle_length_other: null,
    uses_ovulation_tests_other: null,
    had_fertility_investigations_other: null,
    infertility_diagnosis_other: null,
    previous_treatments_other: null,
    family_set_up_other: null,
  });
});
