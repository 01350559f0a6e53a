import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AppointmentType } from '@domain/contracts/patient/fetch-appointment-type.ts';
import { instantFromIso, MINUTE } from '@domain/time/instant.ts';
import { BookingDialog } from './booking-dialog.tsx';

afterEach(cleanup);

const type: AppointmentType = {
  id: 'type',
  slug: 'coach-call',
  name: 'Coach Call',
  description: '',
  duration: 30,
  interactionType: 'video_call',
  horizonDays: 30,
  minimumNoticeMinutes: 60,
};
const first = instantFromIso('2026-11-18T15:30:00Z');
const slot = { startsAt: first + 240 * MINUTE, endsAt: first + 270 * MINUTE };
const onConfirm = vi.fn<() => void>();
const onClose = vi.fn<() => void>();

const show = (already: number | undefined, chosen = slot, isMoving = false, of = type) => (
  <BookingDialog
    title="Book a Call"
    slot={chosen}
    isMoving={isMoving}
    type={of}
    already={already}
    saving={false}
    onConfirm={onConfirm}
    onClose={onClose}
  />
);
const button = (name: string) => screen.queryByRole('button', { name, hidden: true });

test('a second call of the same type on one day asks before it can be confirmed', () => {
  const { rerender } = render(show(first));
  expect(button('Confirm')).toBeNull();
  expect(
    screen.getByText(/^You already have a call on .*: Coach Call\. Do you want a second one/),
  ).toBeDefined();
  fireEvent.click(button('Keep the one I have')!);
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.click(button('Book a second call')!);
  fireEvent.click(button('Confirm')!);
  expect(onConfirm).toHaveBeenCalledOnce();
  rerender(show(first, { ...slot }));
  expect(button('Confirm')).toBeNull();
});

test('moving a call to another call’s day asks about moving, and books none', () => {
  render(show(first, slot, true));
  expect(screen.getByText(/: Coach Call\. Do you want both on that day\?$/)).toBeDefined();
  expect(button('Book a second call')).toBeNull();
  fireEvent.click(button('Choose another time')!);
  expect(onClose).toHaveBeenCalled();
  fireEvent.click(button('Move it to this time')!);
  expect(button('Confirm')).not.toBeNull();
});

test('the first one of a day does not ask', () => {
  render(show(undefined));
  expect(button('Confirm')).not.toBeNull();
});

test('the host is next to the call’s time, if known before booking', () => {
  const { rerender } = render(show(undefined));
  expect(screen.queryByText('With')).toBeNull();
  rerender(show(undefined, slot, false, { ...type, hostName: 'Marisol Vega' }));
  expect(screen.getByText('With').nextElementSibling!.textContent).toBe('Marisol Vega');
});
