import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Face, initials } from './face.tsx';

afterEach(cleanup);

test('a person with a portrait is shown by it, and anyone else by their initials', () => {
  render(<Face name="Amara Whitfield" portrait="coach-2" />);
  expect(screen.getByRole('img').getAttribute('src')).toBe('/art/coach-2.svg');
  cleanup();
  for (const portrait of [null, '', 'no-such-portrait']) {
    render(<Face name="Amara Whitfield" portrait={portrait} />);
    expect(screen.getByText('AW')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    cleanup();
  }
});

test.each([
  ['Dr. Anneke Lind', 'AL'],
  ['Noa', 'N'],
  ['Ana María de la Cruz', 'AC'],
  ['  élise  martin ', 'ÉM'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
