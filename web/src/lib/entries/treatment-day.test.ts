import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOTHING_STARTED } from '@domain/treatment-day/treatment-day.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { isOffline } from '@/lib/backend/network.ts';
import { sendTreatmentDay } from './send-treatment-day.ts';
import { firstWaiting, noteTreatmentDay, takeNotes, treatmentDay } from './treatment-day.ts';

vi.mock('@/lib/backend/call-function.ts', () => ({ callFunction: vi.fn() }));
vi.mock('@/lib/backend/network.ts', () => ({ isOffline: vi.fn(), onNetworkChange: vi.fn() }));
const call = vi.mocked(callFunction);
const robin = 'robin';
const TEN = Date.parse('2026-11-18T10:00:00Z');
const online = (value: boolean) => vi.mocked(isOffline).mockResolvedValue(!value);
const sent = () => call.mock.calls.map(([, given]) => given?.body);

beforeEach(() => {
  localStorage.clear();
  call.mockReset().mockResolvedValue(undefined);
  online(true);
  vi.useFakeTimers({ now: TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a timer started offline runs right away, and is sent later with its own time', async () => {
  online(false);
  noteTreatmentDay(robin, 'cap-in');
  await sendTreatmentDay(robin);
  expect(treatmentDay(robin).capInsertedAt).toBe(TEN);
  expect(call).not.toHaveBeenCalled();
  online(true);
  vi.setSystemTime(TEN + 3_600_000);
  await sendTreatmentDay(robin);
  expect(sent()).toEqual([
    {
      action: 'cap-in',
      at: '2026-11-18T10:00:00.000Z',
      reportedAt: '2026-11-18T10:00:00.000Z',
      zone: 'America/New_York',
    },
  ]);
  await sendTreatmentDay(robin);
  expect(call).toHaveBeenCalledOnce();
  expect(treatmentDay(robin).capInsertedAt).toBe(TEN);
});

test('a lost response is requested again under the same id', async () => {
  call.mockRejectedValueOnce(new AppError('no_answer'));
  noteTreatmentDay(robin, 'cap-in');
  await sendTreatmentDay(robin);
  await sendTreatmentDay(robin);
  const ids = call.mock.calls.map(([, given]) => given?.idempotencyKey);
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(firstWaiting(robin)).toBeUndefined();
});

test('an earlier start on another device counts, and the clinic’s copy of an event is not a second one', async () => {
  noteTreatmentDay(robin, 'cap-in');
  const { id } = firstWaiting(robin)!;
  takeNotes(robin, [
    { id, action: 'cap-in', at: TEN, state: 'sent' },
    { id: 'elsewhere', action: 'cap-in', at: TEN - 60_000, state: 'sent' },
  ]);
  expect(firstWaiting(robin)).toBeUndefined();
  expect(treatmentDay(robin)).toEqual({ ...NOTHING_STARTED, capInsertedAt: TEN - 60_000 });
});

test('a cap timer that was reset and entered again with its true time runs from that time', async () => {
  noteTreatmentDay(robin, 'cap-in');
  vi.setSystemTime(TEN + 60_000);
  noteTreatmentDay(robin, 'cap-reset');
  vi.setSystemTime(TEN + 120_000);
  noteTreatmentDay(robin, 'cap-in', TEN - 3_600_000);
  expect(treatmentDay(robin).capInsertedAt).toBe(TEN - 3_600_000);
  await sendTreatmentDay(robin);
  expect(sent().at(-1)).toMatchObject({
    at: '2026-11-18T09:00:00.000Z',
    reportedAt: '2026-11-18T10:02:00.000Z',
  });
});

test('a sample blocked by the safety check does not run', async () => {
  call.mockRejectedValue(new AppError('not_now', 'Please answer the safety check first.', 409));
  noteTreatmentDay(robin, 'sample');
  await sendTreatmentDay(robin);
  expect(treatmentDay(robin)).toEqual(NOTHING_STARTED);
});

test('a cap timer that the clinic refuses, for example because of a wrong clock, keeps running here and is not sent again', async () => {
  call.mockRejectedValue(new AppError('invalid_input', 'at: This cannot be in the future', 400));
  noteTreatmentDay(robin, 'cap-in');
  await sendTreatmentDay(robin);
  await sendTreatmentDay(robin);
  expect(call).toHaveBeenCalledOnce();
  expect(treatmentDay(robin).capInsertedAt).toBe(TEN);
});

test.each(['{', '{"sampleCollectedAt":1}', 'null'])('data we did not write (%s) is ignored', (text) => {
  localStorage.setItem(`bea-treatment-day:${robin}`, text);
  expect(treatmentDay(robin)).toEqual(NOTHING_STARTED);
});
