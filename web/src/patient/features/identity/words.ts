export const IDENTITY_CARD = {
  title: 'About you',
  intro: 'So that we use the right name and know we have the right person. All of this is optional.',
  fields: {
    preferredName: 'Preferred name',
    pronouns: 'Pronouns',
    birthDate: 'Date of birth',
    phone: 'Phone',
    email: 'Email',
  },
  edit: 'Edit',
  editName: 'Edit About you',
  account: 'Change phone or email',
  notBorn: 'Enter a date of birth in the past',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Your details are saved.',
} as const;
