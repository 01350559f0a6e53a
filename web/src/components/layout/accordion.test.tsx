import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Accordion } from './accordion.tsx';
import { Disclosure } from './disclosure.tsx';

afterEach(cleanup);

const items = [
  { id: 'hours', title: 'Why five hours?', content: 'Because of this.' },
  { id: 'hurt', title: 'Does it hurt?', content: 'Tell your coach.' },
];
const openOnes = () =>
  screen.getAllByRole('button').filter((button) => button.getAttribute('aria-expanded') === 'true');

test('one answer is open at a time, and it can be closed', () => {
  render(<Accordion items={items} />);
  const [hours, hurt] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  expect(openOnes()).toEqual([]);
  fireEvent.click(hours);
  fireEvent.click(hurt);
  expect(openOnes()).toEqual([hurt]);
  expect(document.getElementById(hurt.getAttribute('aria-controls')!)?.textContent).toBe('Tell your coach.');
  fireEvent.click(hurt);
  expect(openOnes()).toEqual([]);
});

test('a locked section says so, and pressing does not open it', () => {
  render(
    <Disclosure title="Cycle 2" locked defaultOpen>
      Phases
    </Disclosure>,
  );
  const button = screen.getByRole('button', { name: 'Cycle 2' });
  fireEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(openOnes()).toEqual([]);
});
