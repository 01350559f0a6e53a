/** The contents of the box, and what each part is for. */
export const YOUR_KIT = {
  intro: 'Your Béa Treatment Kit, part by part. Take a look before you need it.',
  parts: [
    {
      name: 'Two applicators for each cycle',
      text: 'One for the day of your peak and one for the next day. Each is used once.',
    },
    {
      name: 'A cap on each applicator',
      text: 'It holds the sample close to the cervix. It stays in for up to 5 hours, is used once, and comes out by its string.',
    },
    {
      name: 'A cup for the sample',
      text: 'Collect the sample in it and let it rest for 30 minutes at room temperature, to liquefy.',
    },
    { name: 'A funnel', text: 'For pouring the sample into the cap of the applicator.' },
  ],
  check:
    'When your kit arrives, check that everything is there and nothing is damaged. If something is, don’t use it. Email Support and we’ll send you a new one.',
  later: 'You don’t need to open the kit before your coach call. You can look at each part together.',
} as const;
