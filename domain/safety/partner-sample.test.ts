import { expect, test } from 'vitest';
import { OPTIONS } from '../onboarding/questionnaire.ts';
import { hasPartnerSample } from './partner-sample.ts';
import { hasDonor } from './questions.ts';

test('each family set-up has a donor or a sample of its own, and of another nothing is known', () => {
  for (const setUp of OPTIONS.family_set_up) {
    const known = [hasDonor(setUp), hasPartnerSample(setUp)].filter(Boolean);
    expect(known, setUp).toHaveLength(setUp === 'Other' ? 0 : 1);
  }
  expect(hasPartnerSample(null)).toBe(false);
});
