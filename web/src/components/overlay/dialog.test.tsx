import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Toaster } from '@/components/feedback/toaster.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Booking({ saving = false }: { saving?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        10:30 am
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Book a Call" dismissible={!saving}>
        <p>30 minutes</p>
      </Dialog>
      <Toaster />
    </>
  );
}

const opener = () => screen.getByRole('button', { name: '10:30 am', hidden: true });

function openBooking() {
  act(() => opener().focus());
  fireEvent.click(opener());
  return screen.getByRole<HTMLDialogElement>('dialog', { name: 'Book a Call' });
}

test('it opens as a modal with its name, and takes the focus', () => {
  render(<Booking />);
  const dialog = openBooking();
  expect(dialog.open).toBe(true);
  expect(dialog.contains(document.activeElement)).toBe(true);
});

test.each([
  ['Escape', (dialog: HTMLDialogElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }))],
  ['its cross', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  [
    'a press beside it',
    (dialog: HTMLDialogElement) => {
      fireEvent.pointerDown(dialog);
      fireEvent.click(dialog);
    },
  ],
])('%s closes it, and the focus returns to where it was', (_, close) => {
  render(<Booking />);
  const dialog = openBooking();
  close(dialog);
  expect(dialog.open).toBe(false);
  expect(document.activeElement).toBe(opener());
});

test('a dialog that its page removes while it is open returns the focus, too', () => {
  const page = (isOpen: boolean) => (
    <>
      <button type="button">10:30 am</button>
      {isOpen && (
        <Dialog open onClose={() => undefined} title="Book a Call">
          <p>30 minutes</p>
        </Dialog>
      )}
    </>
  );
  const { rerender } = render(page(false));
  act(() => opener().focus());
  rerender(page(true));
  expect(document.activeElement).not.toBe(opener());
  rerender(page(false));
  expect(document.activeElement).toBe(opener());
});

test('a text selection dragged out of it does not close it', () => {
  render(<Booking />);
  const dialog = openBooking();
  fireEvent.pointerDown(screen.getByText('30 minutes'));
  fireEvent.click(dialog);
  expect(dialog.open).toBe(true);
});

test('nothing closes it while something is being saved', () => {
  render(<Booking saving />);
  const dialog = openBooking();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(dialog.open).toBe(true);
});

test('its content stays for the exit animation, and is gone after that', () => {
  render(<Booking />);
  const dialog = openBooking();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(screen.queryByText('30 minutes')).not.toBeNull();
  act(() => {
    vi.advanceTimersByTime(250);
  });
  expect(screen.queryByText('30 minutes')).toBeNull();
});

test('a toast is shown inside the dialog while it is open, and outside afterwards', () => {
  render(<Booking />);
  const dialog = openBooking();
  act(() => void toast({ title: 'Error', description: 'Failed to schedule a call', variant: 'destructive' }));
  expect(dialog.contains(screen.getByText('Failed to schedule a call'))).toBe(true);
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(dialog.contains(screen.getByText('Failed to schedule a call'))).toBe(false);
});
