/** The family setups in which a partner or the patient provides the sample. */
export const hasPartnerSample = (familySetUp: string | null): boolean =>
  familySetUp !== null && /(couple|with surrogate)$/.test(familySetUp);
