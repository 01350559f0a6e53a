import type { Answers } from '../onboarding/questionnaire.ts';

/** Whose body it is: the patient's own, or somebody else's who has to agree. */
export const APPLICATOR_PERSONS = ['self', 'partner', 'surrogate'] as const;
export type ApplicatorPerson = (typeof APPLICATOR_PERSONS)[number];
/** The newest that was stated of it. */
export type StatedAgreement = { person: ApplicatorPerson; name: string | null; agreed: boolean };

type Facts = { familySetUp: Answers['family_set_up'] | null; stated: StatedAgreement | null };

/** Periods and the safety check wait for it. Urgent advice, timers and symptoms never do. */
export const needsAgreement = ({ familySetUp, stated }: Facts): boolean =>
  stated ? !stated.agreed : hasSurrogate(familySetUp);

/** Until something else is stated, the applicator is used by the surrogate where there is one, and else by the patient. */
export const applicatorPerson = ({ familySetUp, stated }: Facts): ApplicatorPerson =>
  stated?.person ?? (hasSurrogate(familySetUp) ? 'surrogate' : 'self');

const hasSurrogate = (familySetUp: Facts['familySetUp']): boolean =>
  familySetUp?.includes('surrogate') ?? false;
