import { DISCREET_NOTICE } from '../copy/discreet-notice.ts';
import { asText, type Mail } from './appointment-mails.ts';
import { NEWS_SUBJECT } from './news-mail.ts';
import { button, mailPage, paragraph } from './page.ts';

/** What a clinic cannot leave unsaid, so no setting turns it off: a kit was sent, or a clinician decided about a safety check. */
export const careNewsMail = (siteUrl: string): Mail =>
  mailOf(NEWS_SUBJECT, 'Your care team has an update for you. Sign in to read it.', siteUrl);

/** For a cap that is late: a locked phone shows neither what was timed nor why it matters. */
export const timerMail = (siteUrl: string): Mail =>
  mailOf('Please open your portal now', DISCREET_NOTICE.body, siteUrl);
export const timerText = (siteUrl: string): string => `Béa: ${DISCREET_NOTICE.body} ${homeOf(siteUrl)}`;

const homeOf = (siteUrl: string): string => `${siteUrl}/home`;

function mailOf(subject: string, words: string, siteUrl: string): Mail {
  const address = homeOf(siteUrl);
  return {
    subject,
    text: asText([words, address]),
    html: mailPage(subject, [paragraph(words), button('Open the portal', address)]),
  };
}

/** As the database stores it. */
export const storedMail = ({ subject, text, html }: Mail) => ({
  subject,
  body_text: text,
  body_html: html,
});
