import { expect, test } from 'vitest';
import { OPTIONS } from '../onboarding/questionnaire.ts';
import { hasPartnerSample } from './partner-sample.ts';
import { hasDonor } from './questions.ts';

test('each family setup has a donor or its own sample, and of other setups nothing is known', () => {
  for (const setUp of OPTIONS.family_set_up) {
    const known = [hasDonor(setUp), hasPartnerSample(setUp)].filter(Boolean);
    expect(known, setUp).toHaveLength(setUp === 'Other' ? 0 : 1);
  }
  expect(hasPartnerSample(null)).toBe(false);
});
