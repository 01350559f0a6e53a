/** What comes in the box, and what each part is for. */
export const YOUR_KIT = {
  intro: 'Your Béa Treatment Kit, part by part. Take a look before you need it.',
  parts: [
    {
      name: 'Two applicators for each cycle',
      text: 'One for the day of your peak and one for the next day. Each is used once.',
    },
    {
      name: 'A cap on each applicator',
      text: 'It holds the sample close to the cervix. It stays in for up to 5 hours, is used once, and is removed by its string.',
    },
    {
      name: 'A cup for the sample',
      text: 'The sample is collected in it and rests for 30 minutes at room temperature, to liquefy.',
    },
    { name: 'A funnel', text: 'For pouring the sample into the cap of the applicator.' },
  ],
  check:
    'When your kit arrives, look whether everything is there and nothing is damaged. Do not use a part that is: write to Support, and we send you another.',
  later: 'The kit does not need to be opened before your coach call. You can look at each part together.',
} as const;
