import { HELP_NUMBERS } from '@domain/copy/get-help.ts';
import { clinicSays, mailTo } from './clinic.ts';
import { telephone } from './telephone.ts';

/** What the clinic has set for somebody who needs help, as `HelpNumbers` shows it. */
export function clinicHelp() {
  const [phone, hours, atNight, emergency] = (
    ['clinicPhone', 'clinicHours', 'outOfHoursPhone', 'emergencyNumber'] as const
  ).map(clinicSays);
  const { heading, clinic, outOfHours, mail } = HELP_NUMBERS;
  return {
    heading,
    numbers: [
      ...line(clinic, phone, hours ? `, ${hours}.` : '.'),
      ...line(outOfHours, atNight),
      ...line(HELP_NUMBERS.emergency, emergency),
    ],
    mail: {
      before: phone ? mail.besides : mail.instead,
      label: clinicSays('coachEmail'),
      to: mailTo('coachEmail', 'A question for my coach'),
      after: '.',
    },
    emergency: emergency ? '' : HELP_NUMBERS.localEmergency,
  };
}

const line = (before: string, number = '', after = '.') =>
  number ? [{ before, label: `Call ${number}`, to: telephone(number), after }] : [];
