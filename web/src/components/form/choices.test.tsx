import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { CheckboxGroup } from './checkbox-group.tsx';
import { Field } from './field.tsx';
import { RadioGroup } from './radio-group.tsx';

afterEach(cleanup);

function Radios({ error }: { error?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <RadioGroup
      legend="Do you use ovulation tests?"
      hint="Strips or digital"
      options={['Yes', 'No', 'Other']}
      value={value}
      onChange={setValue}
      reveal={{ Other: <Field label="Please specify" /> }}
      error={error}
    />
  );
}

function Boxes() {
  const [value, setValue] = useState<string[]>(['PCOS']);
  return (
    <>
      <CheckboxGroup
        legend="Infertility diagnosis"
        options={['No diagnosis', 'Endometriosis', 'PCOS', 'Other']}
        value={value}
        onChange={setValue}
        reveal={{ Other: <Field label="Please specify" /> }}
      />
      <output>{value.join()}</output>
    </>
  );
}

test('a question is a group with a name, described by its hint and its error', () => {
  render(<Radios error="Please select an option" />);
  const group = screen.getByRole('group', { name: 'Do you use ovulation tests?' });
  const words = group
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(words).toEqual(['Strips or digital', 'Please select an option']);
  expect(within(group).getAllByRole('radio')).toHaveLength(3);
});

test('Other reveals its box, and another answer hides it', () => {
  render(<Radios />);
  fireEvent.click(screen.getByRole('radio', { name: 'Other' }));
  expect(screen.getByLabelText('Please specify')).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: 'No' }));
  expect(screen.queryByLabelText('Please specify')).toBeNull();
});

test('checked answers come in the order of the options, however they were checked', () => {
  render(<Boxes />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Endometriosis' }));
  expect(screen.getByRole('status').textContent).toBe('Endometriosis,PCOS,Other');
  fireEvent.click(screen.getByRole('checkbox', { name: 'PCOS' }));
  expect(screen.getByRole('status').textContent).toBe('Endometriosis,Other');
  expect(screen.getByLabelText('Please specify')).toBeDefined();
});
