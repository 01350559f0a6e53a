import { expect, test } from 'vitest';
import { OPTIONS } from '../onboarding/questionnaire.ts';
import { applicatorPerson, needsAgreement, type StatedAgreement } from './agreement.ts';

const SURROGATE = 'Single male with surrogate';
const ROBIN: StatedAgreement = { person: 'surrogate', name: 'Robin Vale', agreed: true };

test('an agreement is asked for if the family setup has a surrogate, and otherwise only once someone says so', () => {
  const asked = OPTIONS.family_set_up.filter((familySetUp) => needsAgreement({ familySetUp, stated: null }));
  expect(asked).toEqual([
    'Heterosexual couple with surrogate',
    'Same-sex couple with surrogate',
    'Single male with surrogate',
  ]);
  expect(needsAgreement({ familySetUp: null, stated: null })).toBe(false);
});

test.each<[string, StatedAgreement, boolean]>([
  ['agreed', ROBIN, false],
  ['taken back', { ...ROBIN, agreed: false }, true],
  ['the patient’s own body', { person: 'self', name: null, agreed: true }, false],
])('%s: asking again is %s', (_, stated, isNeeded) => {
  for (const familySetUp of [SURROGATE, 'Heterosexual couple', null] as const)
    expect(needsAgreement({ familySetUp, stated })).toBe(isNeeded);
});

test('the applicator’s user is the person stated last, and before that follows the family setup', () => {
  expect(applicatorPerson({ familySetUp: SURROGATE, stated: null })).toBe('surrogate');
  expect(applicatorPerson({ familySetUp: 'Heterosexual couple', stated: null })).toBe('self');
  expect(applicatorPerson({ familySetUp: null, stated: { ...ROBIN, person: 'partner' } })).toBe('partner');
});
