import { expect, test } from 'vitest';
import { initialsOf } from './initials.tsx';

test.each([
  ['Marisol Vega', 'MV'],
  ['Dr. Anneke de Visser', 'AV'],
  ['Åsa', 'Å'],
  ['imani  brooks', 'IB'],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
