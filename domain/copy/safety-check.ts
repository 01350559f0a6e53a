/** Each question by its id. Everybody is asked about the person who uses the applicator. */
export const SAFETY_QUESTIONS = {
  prolapse: 'Do you have a prolapse of the vagina or womb?',
  hysterectomy: 'Have you had a hysterectomy?',
  'recent-surgery':
    'Have you had surgery, a biopsy or treatment of the vagina or cervix in the last 3 months?',
  'silicone-allergy': 'Are you allergic to silicone?',
  coil: 'Do you have an IUD (coil) in place?',
  sti: 'Do you have a sexually transmitted infection that you know of?',
  irritation: 'Do you have irritation or sores in or around the vagina?',
  infection: 'Do you have an infection now?',
  'pelvic-infection': 'Have you had a pelvic infection in the past?',
  'toxic-shock': 'Have you ever had toxic shock syndrome?',
  bleeding: 'Do you have bleeding that is not a period?',
  'unclear-smear': 'Was your last Pap smear unclear or abnormal?',
  'pregnancy-unsafe': 'Has anybody told you that a pregnancy would not be safe for you?',
  'recent-pregnancy': 'Have you had a birth, a miscarriage or an abortion in the last 6 weeks?',
  ectopic: 'Have you had an ectopic pregnancy in the past?',
  'period-now': 'Are you having a period now?',
  'could-be-pregnant': 'Could you be pregnant?',
  'anything-changed': 'Has anything changed since you last answered these questions?',
  'donor-unscreened': 'Has your donor not been screened?',
} as const;

export const SAFETY_GROUPS = {
  body: 'Your body',
  infection: 'Infection and irritation',
  bleeding: 'Bleeding and smears',
  pregnancy: 'Pregnancy',
  today: 'Today',
  donor: 'Your donor',
} as const;

const ASK_FIRST = 'Please do not use an applicator until you have talked with your clinician.';

/** What the patient reads after sending the answers. */
export const SAFETY_OUTCOMES = { ready: 'You can go on.', clinician: ASK_FIRST, stop: ASK_FIRST } as const;

/** Beside `ready`, where a screening is not known of. */
export const DONOR_ADVICE = 'Please talk with your coach about screening before you go on.';
