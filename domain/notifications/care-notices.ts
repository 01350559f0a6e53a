import { DISCREET_NOTICE } from '../copy/discreet-notice.ts';
import { asText, type EmailContent } from './appointment-emails.ts';
import { NEWS_SUBJECT } from './news-email.ts';
import { button, emailPage, paragraph } from './page.ts';

/**
 * Notices that a clinic must send, so no setting turns them off: a kit was sent, treatment resumed, or a clinician decided
 * about a safety check.
 */
export const careNewsEmail = (siteUrl: string): EmailContent =>
  mailOf(NEWS_SUBJECT, 'Your care team has an update for you. Sign in to read it.', siteUrl);

/** For a late cap: a locked phone shows neither what was timed nor why it matters. */
export const timerEmail = (siteUrl: string): EmailContent =>
  mailOf('Please open your portal now', DISCREET_NOTICE.body, siteUrl);
export const timerText = (siteUrl: string): string => `Béa: ${DISCREET_NOTICE.body} ${homeOf(siteUrl)}`;

const homeOf = (siteUrl: string): string => `${siteUrl}/home`;

function mailOf(subject: string, words: string, siteUrl: string): EmailContent {
  const address = homeOf(siteUrl);
  return {
    subject,
    text: asText([words, address]),
    html: emailPage(subject, [paragraph(words), button('Open the portal', address)]),
  };
}

/** In the database's format. */
export const storedEmail = ({ subject, text, html }: EmailContent) => ({
  subject,
  body_text: text,
  body_html: html,
});
