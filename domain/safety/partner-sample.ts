/** Of the family set-ups that a patient can select, those in which a partner or the patient gives the sample. */
export const hasPartnerSample = (familySetUp: string | null): boolean =>
  familySetUp !== null && /(couple|with surrogate)$/.test(familySetUp);
