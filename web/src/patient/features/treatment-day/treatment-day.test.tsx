import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SAFETY_STATUSES } from '@domain/safety/safety-status.ts';
import { timedCaps } from '@domain/treatment-day/events.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { noteTreatmentDay, treatmentDay, treatmentDayEvents } from '@/lib/entries/treatment-day.ts';
import { CapInPlace } from './cap-in-place.tsx';
// Browsers load these later. Here they would be transformed while a test waits for them.
import './calendar-alarm.tsx';
import './removed.tsx';
import '@/product-components/reach-us.tsx';
import { TreatmentDay } from './treatment-day.tsx';

const robin = 'robin';
vi.mock('@/lib/backend/session.ts', () => ({
  useUser: () => ({ id: 'robin' }),
  useSession: () => ({ user: null }),
}));
vi.mock('@/lib/entries/treatment-day-query.ts', () => ({
  treatmentDayQuery: () => ({ queryKey: ['treatment-day'], queryFn: () => [] }),
}));

/** `at-rest` is every care state except treatment. */
const STATUSES = [...SAFETY_STATUSES, 'pending', 'unknown', 'at-rest'] as const;
const MINUTES = 60_000;

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('fetch', async () => Response.json({ supabaseUrl: 'http://x.test', supabaseAnonKey: 'key' }));
  await loadConfig();
});
afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());

function open(safety: (typeof STATUSES)[number] | 'withdrawn', hasStarted = false) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TreatmentDay safety={safety} hasStarted={hasStarted} urgent={null} />
      <CapInPlace userId={robin} path="/home" now={Date.now()} />
    </QueryClientProvider>,
  );
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const start = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Start 30 minutes' });

describe.each(STATUSES)('the safety check is %s', (safety) => {
  test('with a cap in, its removal is here and one tap away elsewhere', () => {
    noteTreatmentDay(robin, 'cap-in', Date.now() - 20 * MINUTES);
    open(safety);
    expect(screen.getByRole('link', { name: /^Your cap is in/ }).getAttribute('href')).toBe('/treatment-day');
    expect(screen.getAllByRole('region')[0]).toBe(screen.getByRole('region', { name: 'Cap in place' }));
    fireEvent.click(screen.getByRole('button', { name: 'The cap is out' }));
    expect(treatmentDay(robin).capRemovedAt).not.toBeNull();
    expect(screen.queryByRole('link', { name: /^Your cap is in/ })).toBeNull();
  });

  test('the sample’s timer starts only if the check is ready, and nothing else waits for it', () => {
    open(safety);
    expect(start()?.disabled === false).toBe(safety === 'ready');
    for (const name of ['Start 5 hours', 'Read the applicator steps', 'I have already started'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false);
    expect(screen.getByRole('link', { name: 'How are you feeling?' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Start 5 hours' }));
    expect(treatmentDay(robin).capInsertedAt).not.toBeNull();
  });
});

test('a cap that comes out after the next sample was collected is recorded as out', () => {
  noteTreatmentDay(robin, 'cap-in', Date.now() - 400 * MINUTES);
  noteTreatmentDay(robin, 'sample', Date.now() - 40 * MINUTES);
  open('ready');
  fireEvent.click(part('Cap in place').getByRole('button', { name: 'The cap is out' }));
  expect(part('Cap in place').getByText(/^Your last cap is out\. You confirmed it at /)).toBeTruthy();
  expect(part('Cap in place').getByRole('button', { name: 'Start 5 hours' })).toBeTruthy();
});

test('after consent was withdrawn the cap comes out here, and nothing asks to start or to message', () => {
  noteTreatmentDay(robin, 'cap-in', Date.now() - 400 * MINUTES);
  open('withdrawn', true);
  expect(screen.getByRole('button', { name: 'The cap is out' })).toBeTruthy();
  expect(start()).toBeNull();
  expect(screen.queryByText(/my coach$/i)).toBeNull();
});

test('while a cap is in nothing asks for a sample, unless the patient reports what happened', () => {
  noteTreatmentDay(robin, 'cap-in', Date.now() - 20 * MINUTES);
  open('ready');
  expect(start()).toBeNull();
  cleanup();
  open('ready', true);
  expect(part('Sample rest').getByLabelText('When was the sample collected?')).toBeTruthy();
});

test('the sample’s timer ends when the cap goes in, and is offered again the day after the cap came out', () => {
  noteTreatmentDay(robin, 'sample', Date.now() - 10 * MINUTES);
  open('ready');
  expect(part('Sample rest').getByRole('timer')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start 5 hours' }));
  expect(screen.queryByRole('region', { name: 'Sample rest' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'The cap is out' }));
  expect(screen.queryByRole('region', { name: 'Sample rest' })).toBeNull();
  cleanup();
  localStorage.clear();
  for (const [action, ago] of [
    ['sample', 30 * 60],
    ['cap-in', 29 * 60],
    ['cap-out', 25 * 60],
  ] as const)
    noteTreatmentDay(robin, action, Date.now() - ago * MINUTES);
  open('ready');
  expect(start()?.disabled).toBe(false);
});

test('once today’s cap is out nothing asks for another sample, even if none was timed', () => {
  noteTreatmentDay(robin, 'cap-in', Date.now() - 20 * MINUTES);
  noteTreatmentDay(robin, 'cap-out', Date.now() - MINUTES);
  open('ready');
  expect(start()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Clear the timers' }));
  expect(start()).toBeTruthy();
});

test('outside treatment nothing asks to start', () => {
  open('at-rest');
  expect(start()).toBeNull();
  expect(screen.queryByRole('link', { name: 'Safety check' })).toBeNull();
});

test('a check held by a clinician is linked to, in the words of its outcome', () => {
  open('held');
  expect(part('Sample rest').getByText(/^Please do not use an applicator until/)).toBeTruthy();
  expect(part('Sample rest').getByRole('link', { name: 'Safety check' }).getAttribute('href')).toBe(
    '/safety-check',
  );
});

const clockAt = (minutesAgo: number) =>
  new Date(Date.now() - minutesAgo * MINUTES).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
  });

test('a patient who has already started enters when: a cap runs from then, a sample once it has rested', () => {
  open('held', true);
  const tell = (name: string, label: string, minutesAgo: number) => {
    fireEvent.change(part(name).getByLabelText(label), { target: { value: clockAt(minutesAgo) } });
    fireEvent.click(part(name).getByRole('button', { name: 'Save the time' }));
  };
  tell('Sample rest', 'When was the sample collected?', 10);
  expect(part('Sample rest').getByText(/^The sample timer starts after the safety check/)).toBeTruthy();
  expect(treatmentDay(robin).sampleCollectedAt).toBeNull();
  tell('Sample rest', 'When was the sample collected?', 45);
  expect(part('Sample rest').getByText(/^The sample has rested/)).toBeTruthy();
  tell('Cap in place', 'When did the cap go in?', 20);
  expect(part('Cap in place').getByRole('timer').textContent).toMatch(/^4 hours (39|40) minutes left$/);
});

test('a due cap is shown on every page, except next to its timer', () => {
  noteTreatmentDay(robin, 'cap-in', Date.now() - 301 * MINUTES);
  open('ready');
  expect(screen.getByRole('link', { name: /^It’s time to remove the cap/ })).toBeTruthy();
  cleanup();
  render(<CapInPlace userId={robin} path="/treatment-day" now={Date.now()} />);
  expect(screen.queryByRole('link')).toBeNull();
});

test('a cap that is late says who to call next to when to call', () => {
  noteTreatmentDay(robin, 'cap-in', Date.now() - 316 * MINUTES);
  open('ready');
  const cap = part('Cap in place');
  expect(cap.getByText(/Get urgent medical help now/)).toBeTruthy();
  expect(cap.getByRole('link', { name: 'Call 911' }).getAttribute('href')).toBe('tel:911');
});

test('a cap that is in for over 6 hours says so, with the clinic’s phone and what to do at night', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      supabaseUrl: 'http://localhost:3000',
      supabaseAnonKey: 'anon-key',
      contacts: { clinicPhone: '+1 212 555 0150', clinicHours: 'Monday to Friday, 9am to 5pm' },
    }),
  );
  await loadConfig();
  noteTreatmentDay(robin, 'cap-in', Date.now() - 370 * MINUTES);
  open('ready');
  const cap = part('Cap in place');
  expect(cap.getByText(/^The cap has been in for over 6 hours\. Remove it now/)).toBeTruthy();
  expect(cap.queryByText(/It’s time to remove/)).toBeNull();
  const phone = await cap.findByRole('link', { name: '+1 212 555 0150' });
  expect(phone.getAttribute('href')).toBe('tel:+12125550150');
  expect(phone.parentElement!.textContent).toContain('Monday to Friday, 9am to 5pm');
  expect(cap.getByText(/^At night, or if no one answers, do not wait until morning/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Your cap has been in for over 6 hours/ })).toBeTruthy();
});

describe('at 6:42 in the evening', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 18, 18, 42), toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());
  const cap = () => part('Cap in place');
  const press = (name: string) => fireEvent.click(cap().getByRole('button', { name }));
  const at = (hours: number, minutes: number) => new Date(2026, 10, 18, hours, minutes).getTime();

  test('a time that has not come yet is confirmed before it counts as yesterday’s', () => {
    open('ready');
    press('It went in at …');
    const field = cap().getByLabelText('When did the cap go in?');
    fireEvent.change(field, { target: { value: '20:30' } });
    press('Save the time');
    expect(cap().getByRole('button', { name: 'Yes, it was yesterday' })).toBeTruthy();
    expect(
      cap().getByText(/^This time hasn’t come yet today\. Was it yesterday, Tuesday at 8:30 pm/),
    ).toBeTruthy();
    expect(treatmentDay(robin).capInsertedAt).toBeNull();
    fireEvent.change(field, { target: { value: '18:30' } });
    press('Save the time');
    expect(treatmentDay(robin).capInsertedAt).toBe(at(18, 30));
    expect(cap().getByText(/^It went in at 6:30 pm/)).toBeTruthy();
  });

  test('a cap removed on time can be reported later, with its own time', async () => {
    noteTreatmentDay(robin, 'cap-in', at(12, 0));
    open('ready');
    press('The cap is out');
    fireEvent.click(await cap().findByRole('button', { name: 'It came out at …' }));
    const field = cap().getByLabelText('When did the cap come out?');
    fireEvent.change(field, { target: { value: '11:00' } });
    press('Save the time');
    expect(cap().getByText('That’s before the cap went in.')).toBeTruthy();
    fireEvent.change(field, { target: { value: '16:00' } });
    press('Save the time');
    expect(treatmentDay(robin).capRemovedAt).toBe(at(16, 0));
    expect(cap().queryByText(/more than 5 hours/)).toBeNull();
  });

  test('a cap logged by mistake does not count as used, after a question', async () => {
    noteTreatmentDay(robin, 'cap-in', at(12, 0));
    noteTreatmentDay(robin, 'cap-out', at(13, 0));
    open('ready');
    fireEvent.click(await cap().findByRole('button', { name: 'I logged this by mistake' }));
    fireEvent.click(screen.getByRole('button', { name: 'No, keep it as it is' }));
    expect(treatmentDay(robin).capInsertedAt).not.toBeNull();
    press('I logged this by mistake');
    fireEvent.click(screen.getByRole('button', { name: 'Yes, undo it' }));
    expect(treatmentDay(robin).capInsertedAt).toBeNull();
    expect(timedCaps(treatmentDayEvents(robin))).toEqual([]);
  });
});

test('while the sample rests the cap’s timer says until when, and can still be started', () => {
  noteTreatmentDay(robin, 'sample', Date.now() - MINUTES);
  open('ready');
  const cap = part('Cap in place');
  expect(cap.getByText(/^Your sample rests until .+\. Start this once the cap is in place\.$/)).toBeTruthy();
  fireEvent.click(cap.getByRole('button', { name: 'Start 5 hours' }));
  expect(treatmentDay(robin).capInsertedAt).not.toBeNull();
});
