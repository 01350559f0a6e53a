import type { Answers } from '../onboarding/questionnaire.ts';

/** Who uses the applicator: the patient, or someone else who has to agree. */
export const APPLICATOR_PERSONS = ['self', 'partner', 'surrogate'] as const;
export type ApplicatorPerson = (typeof APPLICATOR_PERSONS)[number];
/** The latest statement about it. */
export type StatedAgreement = { person: ApplicatorPerson; name: string | null; agreed: boolean };

type Facts = { familySetUp: Answers['family_set_up'] | null; stated: StatedAgreement | null };

/** Periods and the safety check require it. Urgent advice, timers and symptoms never do. */
export const needsAgreement = ({ familySetUp, stated }: Facts): boolean =>
  stated ? !stated.agreed : hasSurrogate(familySetUp);

/**
 * Until stated otherwise, the applicator is used by the surrogate if there is one, and otherwise by the
 * patient.
 */
export const applicatorPerson = ({ familySetUp, stated }: Facts): ApplicatorPerson =>
  stated?.person ?? (hasSurrogate(familySetUp) ? 'surrogate' : 'self');

const hasSurrogate = (familySetUp: Facts['familySetUp']): boolean =>
  familySetUp?.includes('surrogate') ?? false;
