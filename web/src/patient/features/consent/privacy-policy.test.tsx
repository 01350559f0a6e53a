import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PrivacyPolicyText } from './privacy-policy.tsx';

afterEach(cleanup);

const part = (heading: string) =>
  screen.getByRole('heading', { name: heading }).parentElement!.textContent.replaceAll(/\s+/g, ' ');

test.each(['messages', 'periods', 'loss', 'symptoms', 'pictures', 'transcripts'])(
  'the policy lists %s among what is kept',
  (kept) => {
    render(<PrivacyPolicyText />);
    expect(part('What we keep, and why')).toContain(kept);
  },
);

test('the policy says what HIPAA means, what happens when a court or the police ask, and where to complain', () => {
  render(<PrivacyPolicyText />);
  expect(part('What HIPAA means here')).toContain('federal law that protects health information');
  expect(part('If a court or the police ask')).toMatch(/only when the law requires it.*will tell you before/);
  expect(part('Your rights')).toContain('Office for Civil Rights');
  expect(screen.getByRole('link', { name: 'hhs.gov/ocr/complaints' })).toHaveProperty('target', '_blank');
});
