import { expect, test } from 'vitest';
import { Consents } from './consent.ts';

const given = { privacy_policy_accepted: true, data_usage_consent: true };

test('the two optional consents are off unless they are given', () => {
  expect(Consents.parse(given)).toEqual({ ...given, research_consent: false, sms_consent: false });
  expect(Consents.parse({ ...given, sms_consent: true })).toMatchObject({ sms_consent: true });
});

test.each([
  [{ ...given, privacy_policy_accepted: false }, 'You must accept the privacy policy to continue'],
  [{ data_usage_consent: true }, 'You must accept the privacy policy to continue'],
  [{ ...given, data_usage_consent: false }, 'You must consent to data usage to continue'],
  [{ ...given, data_usage_consent: 'true' }, 'You must consent to data usage to continue'],
  [{ ...given, research_consent: null }, 'Please answer true or false'],
  [{ ...given, sms_consent: 1 }, 'Please answer true or false'],
])('%j is refused', (choices, message) => {
  expect(Consents.safeParse(choices).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('every missing consent is listed, so the first one can be shown and focused', () => {
  const paths = Consents.safeParse({}).error?.issues.map((issue) => issue.path[0]);
  expect(paths).toEqual(['privacy_policy_accepted', 'data_usage_consent']);
});
