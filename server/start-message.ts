import type { UnbookableType } from './clinic/unbookable-types.ts';
import { DEMO_PATIENTS } from './demo/patients.ts';
import { DEMO_TEAM } from './demo/team.ts';
import type { Settings } from './settings/settings.ts';

/** What `npm start` prints on a terminal once the portal answers. */
export function startMessage(settings: Settings, url: string, unbookable: UnbookableType[]): string {
  const lines = ['', `  The portal is at ${url}`];
  if (!settings.production) {
    lines.push(`  Sign-in codes and other mail: ${url}/dev/mailbox`);
  }
  if (settings.demoData) {
    const width = Math.max(...[...DEMO_PATIENTS, ...DEMO_TEAM].map(({ email }) => email.length));
    lines.push(
      '',
      '  Demo sign-ins:',
      ...DEMO_PATIENTS.map(({ email, summary }) => `    ${email.padEnd(width)}  ${summary}`),
      '',
      `  The care team's, at ${url}/team (the mailbox shows their authenticator codes too):`,
      ...DEMO_TEAM.map(({ email, name, role }) => `    ${email.padEnd(width)}  ${name}, ${role}`),
      '',
      `  The other side of the video call has its link in the mail to clinician@example.com.`,
    );
  }
  if (unbookable.length > 0) lines.push('', ...unbookable.map(({ reason }) => `  ${reason}`));
  lines.push('', '  Ctrl-C stops it.', '');
  return lines.join('\n');
}
