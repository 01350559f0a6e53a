import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DescribedPicture } from './described-picture.tsx';
import { Picture } from './picture.tsx';

afterEach(cleanup);

test('a picture describes what it shows, and reserves its space before loading', () => {
  render(<DescribedPicture name="welcome" className="w-full" />);
  const image = screen.getByRole('img', { name: 'An open doorway onto a valley just before sunrise.' });
  expect(image.getAttribute('src')).toBe('/art/welcome.svg');
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['480', '360']);
  expect(image.getAttribute('loading')).toBe('eager');
  expect(image.className).toContain('w-full');
});

test('a picture without words is hidden from screen readers', () => {
  render(<Picture name="ovulation" lazy />);
  const image = screen.getByRole('presentation');
  expect(image.getAttribute('alt')).toBe('');
  expect(image.getAttribute('loading')).toBe('lazy');
});

test('in the dark theme the dark version of the same file is requested', () => {
  const { container } = render(<Picture name="coach" />);
  const source = container.querySelector('source');
  expect(source?.getAttribute('media')).toBe('(prefers-color-scheme: dark)');
  expect(source?.getAttribute('srcset')).toBe('/art/coach.svg#dark');
});
