import { emailPage, paragraph } from '../../domain/notifications/page.ts';

const SUBJECT = 'Test email from the portal';
const TEXT =
  'This email shows that the portal can send email. Sign-in codes and confirmations are sent the same way.';

export const testMail = () => ({
  subject: SUBJECT,
  text: `${TEXT}\n\nBéa\n`,
  html: emailPage(SUBJECT, [paragraph(TEXT)]),
});
