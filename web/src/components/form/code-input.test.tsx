import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { CodeInput } from './code-input.tsx';

afterEach(cleanup);

function Form({ start = '', error }: { start?: string; error?: string }) {
  const [code, setCode] = useState(start);
  const ref = useRef<HTMLInputElement>(null);
  return (
    <>
      <label htmlFor="code">Verification code</label>
      <CodeInput ref={ref} id="code" name="otp" value={code} onChange={setCode} error={error} />
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Verification code');
const slots = () => [...document.querySelectorAll<HTMLElement>('[aria-hidden] > div')];
const drawn = () => slots().map((slot) => slot.textContent);
const marks = () => slots().map((slot) => slot.dataset['mark'] ?? '-');
const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } });

test('is one labeled field that phones fill from a message, shown as six slots', () => {
  render(<Form />);
  expect(screen.getAllByRole('textbox')).toEqual([field()]);
  expect(field().autocomplete).toBe('one-time-code');
  expect(field().inputMode).toBe('numeric');
  expect(field().maxLength).toBe(6);
  expect(slots()).toHaveLength(6);
});

test('shows each digit in its slot and ignores anything else', () => {
  render(<Form />);
  fireEvent.change(field(), { target: { value: '4a1-9' } });
  expect(field().value).toBe('419');
  expect(drawn()).toEqual(['4', '1', '9', '', '', '']);
});

test('a code pasted with a space, or inside a sentence, arrives whole', () => {
  render(<Form start="99" />);
  paste('123 456');
  expect(field().value).toBe('123456');
  paste('Your code is 654321.');
  expect(field().value).toBe('654321');
});

test('part of a code is pasted at the cursor', () => {
  render(<Form start="1256" />);
  act(() => field().focus());
  field().setSelectionRange(2, 2);
  paste('34');
  expect(field().value).toBe('123456');
});

test('shows the cursor and the selection on the slots, and nothing when the field loses focus', () => {
  render(<Form start="123" />);
  act(() => field().focus());
  field().setSelectionRange(3, 3);
  fireEvent(document, new Event('selectionchange'));
  expect(marks()).toEqual(['-', '-', '-', 'caret', '-', '-']);
  field().setSelectionRange(0, 2);
  fireEvent(document, new Event('selectionchange'));
  expect(marks()).toEqual(['selected', 'selected', '-', '-', '-', '-']);
  act(() => field().blur());
  expect(marks()).toEqual(['-', '-', '-', '-', '-', '-']);
});

test('an error is tied to the field', () => {
  render(<Form error="Please enter a valid OTP code" />);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(field().getAttribute('aria-describedby')!);
  expect(described?.textContent).toBe('Please enter a valid OTP code');
});
