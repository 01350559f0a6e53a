import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { AccountSection } from './account-section.tsx';

/** A new phone needs a new setup code. It has to come from a colleague, never from an open session. */
export function SignInApp({ member }: { member: TeamSession }) {
  const who = member.role === 'administrator' ? 'another administrator' : 'an administrator or a clinician';
  return (
    <AccountSection
      title="Sign-in app"
      about={
        <>
          You sign in with a code from your app. For a new phone, ask {who} to select{' '}
          <b className="font-semibold">Reset sign-in app</b> under People. They give you a setup code.
        </>
      }
    />
  );
}
