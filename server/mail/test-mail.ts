import { mailPage, paragraph } from '../../domain/notifications/page.ts';

const SUBJECT = 'A test of the portal’s mail';
const TEXT = 'This mail shows that the portal can send: sign-in codes and confirmations take the same way.';

export const testMail = () => ({
  subject: SUBJECT,
  text: `${TEXT}\n\nBéa\n`,
  html: mailPage(SUBJECT, [paragraph(TEXT)]),
});
