import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { cycleCharts } from '@domain/results/cycle-chart.ts';
import { markWords } from '@/lib/cycle-chart/chart-events.ts';
import { placeOf, scaleOf } from '@/lib/cycle-chart/chart-scale.ts';
import { ChartPoints } from './chart-points.tsx';
import { Legend } from './cycle-legend.tsx';

afterEach(cleanup);

const [chart] = cycleCharts([
  { kind: 'period', on: '2026-10-01', as: 'period' },
  { kind: 'ovulation', on: '2026-10-14', level: 'peak' },
  { kind: 'pregnancy', on: '2026-10-28', result: 'negative' },
  { kind: 'pregnancy', on: '2026-10-30', result: 'positive' },
  { kind: 'pregnancy', on: '2026-10-31', result: 'unclear' },
]);
const scale = scaleOf(chart!, 600);
const points = () => screen.getByRole('listbox', { name: 'What was logged' });
const label = () => points().querySelector('.bg-ink')?.textContent;
const draw = () => render(<ChartPoints marks={chart!.marks} scale={scale} wordsOf={markWords} />);

test('the latest point shows its label on focus, and the arrow keys lead to the others', () => {
  draw();
  expect(label()).toBeUndefined();
  fireEvent.focus(points());
  expect(label()).toBe('Pregnancy test, unclear');
  fireEvent.keyDown(points(), { key: 'ArrowLeft' });
  expect(label()).toBe('Pregnancy test, positive');
  const current = document.getElementById(points().getAttribute('aria-activedescendant')!);
  expect(current?.getAttribute('aria-label')).toBe('Pregnancy test, positive');
  fireEvent.keyDown(points(), { key: 'Home' });
  expect(label()).toBe('First day of your period');
  fireEvent.keyDown(points(), { key: 'Escape' });
  expect(label()).toBeUndefined();
});

test('a point shows its label on hover and tap', () => {
  draw();
  const { x, y } = placeOf(chart!.marks[1]!, scale);
  fireEvent.pointerMove(points(), { clientX: x + 5, clientY: y });
  expect(label()).toBe('Peak LH');
  fireEvent.pointerMove(points(), { clientX: x, clientY: y + 60 });
  expect(label()).toBeUndefined();
  fireEvent.pointerDown(points(), { clientX: x, clientY: y });
  expect(label()).toBe('Peak LH');
});

test('positive, negative and unclear pregnancy tests differ by shape and word', () => {
  render(<Legend chart={chart!} />);
  const shapes = ['positive', 'negative', 'unclear'].map((result) => {
    const entry = screen.getByText(`Pregnancy test, ${result}`);
    return [...entry.querySelectorAll('svg *')]
      .map((part) => part.getAttribute('d') ?? part.tagName)
      .join(' ');
  });
  expect(new Set(shapes).size).toBe(3);
});
