import type { UnbookableType } from './clinic/unbookable-types.ts';
import { DEMO_PATIENTS } from './demo/patients.ts';
import { DEMO_TEAM } from './demo/team.ts';
import type { Settings } from './settings/settings.ts';

type Known = Pick<Settings, 'production' | 'demoData' | 'lanAddresses' | 'mail'>;

/** The message `npm start` prints on a terminal once the portal answers. */
export async function startMessage(
  { production, demoData, lanAddresses, mail }: Known,
  url: string,
  unbookable: UnbookableType[],
): Promise<string> {
  const lines = ['', `  Béa is running at ${url}`, ''];
  if (demoData) lines.push(`  Open ${url}/dev to choose a demo person.`);
  if (!production) {
    const kept = mail.smtpUrl
      ? 'Emails are sent for real, with a copy'
      : 'No email leaves this computer. Read it';
    lines.push(`  ${kept} at ${url}/dev/mailbox.`);
  }
  if (lanAddresses[0]) lines.push(...(await lanLines(lanAddresses[0], new URL(url).port)));
  if (unbookable.length > 0) lines.push('', ...unbookable.map(({ reason }) => `  ${reason}`), '');
  lines.push('  Press Ctrl-C to stop.', '');
  return lines.join('\n');
}

/** The same message for a log, which only contains JSON lines. */
export const startFields = ({ production, demoData, lanAddresses }: Known, url: string) => ({
  url,
  ...(!production && { mailbox: `${url}/dev/mailbox` }),
  ...(lanAddresses[0] && { network: phoneAddress(lanAddresses[0], new URL(url).port) }),
  ...(demoData && { demoSignIns: [...DEMO_PATIENTS, ...DEMO_TEAM].map(({ email }) => email).join(' ') }),
});

const phoneAddress = (address: string, port: string) => `http://${address}:${port}/dev`;

async function lanLines(address: string, port: string): Promise<string[]> {
  const { renderUnicodeCompact } = await import('uqr');
  const phone = phoneAddress(address, port);
  const code = renderUnicodeCompact(phone, { border: 2 }).split('\n');
  return [
    '',
    `  On a phone on this network, open ${phone}:`,
    ...code.map((line) => `  ${line}`),
    '  Warning: everyone on this network can now open the demo, read its mailbox and sign in as anyone in it.',
    '  Video calls work on this computer only.',
    '',
  ];
}
