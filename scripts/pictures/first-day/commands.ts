import type { Portal } from '../../../server/testing/spawn-portal.ts';
import { ZONE } from './deployment.ts';

export type Invited = { email: string; setUpCode: string };

/** From the handbook, word for word but for the hosts, whom People names. */
const KINDS = [
  ['initial-consultation', 'Initial Consultation', '45'],
  ['post-treatment-review', 'Post-Treatment Review', '45'],
  ['meet-your-clinical-coach', 'Meet Your Clinical Coach', '30'],
  ['clinical-coach-support-call', 'Clinical Coach Support Call', '30'],
  ['safety-call', 'Safety call', '15'],
  ['short-call', 'Short call', '15'],
] as const;

export async function addKinds({ command }: Portal): Promise<void> {
  for (const [slug, name, minutes] of KINDS) {
    const rules = ['--minutes', minutes, '--buffer', '15', '--notice', '60', '--interaction', 'video_call'];
    const described = ['--slug', slug, '--name', name, '--description', 'A video call with your care team.'];
    const { code, printed } = await command('appointment-types', 'add', ...described, ...rules);
    if (code !== 0) throw new Error(printed);
  }
}

export async function inviteByCommand({ command }: Portal): Promise<Invited> {
  const email = 'ines@clinic.example';
  const who = ['--email', email, '--name', 'Ines Albrecht', '--role', 'administrator', '--time-zone', ZONE];
  const { printed } = await command('team', '--invite', ...who);
  const [, setUpCode] = /^Setup code: (\S+)$/m.exec(printed) ?? [];
  if (!setUpCode) throw new Error(printed);
  return { email, setUpCode };
}
