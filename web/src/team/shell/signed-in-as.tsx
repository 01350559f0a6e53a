import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { signOut } from '@/lib/backend/supabase.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { SIGN_IN } from '@/team/sign-in-address.ts';
import { Initials } from '@/components/layout/initials.tsx';

const ACCOUNT = '/team/account';

type Props = { member: TeamSession; path: string; onFollow?: () => void };

/** The person's name, the link to their account, and 'Sign out'. */
export function SignedInAs({ member: { name, role }, path, onFollow }: Props) {
  const [, navigate] = useLocation();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await signOut();
    // The next person to sign in didn't ask for this page.
    navigate(SIGN_IN, { replace: true });
  }

  return (
    <div className="border-t border-line pt-3">
      <Link
        href={ACCOUNT}
        aria-current={path === ACCOUNT ? 'page' : undefined}
        onClick={onFollow}
        className={
          'press flex min-h-11 items-center gap-3 rounded-field px-2.5 py-1.5 ' +
          (path === ACCOUNT ? 'bg-blush' : 'hover:bg-blush/45')
        }
      >
        <Initials name={name} />
        <span className="min-w-0">
          <span className="block text-[0.9375rem] leading-tight font-medium wrap-anywhere">{name}</span>
          <span className="block text-[0.8125rem] text-soft first-letter:uppercase">{role}</span>
          <span className="block text-[0.8125rem] text-brand-ink">Your account</span>
        </span>
      </Link>
      <button
        type="button"
        disabled={leaving}
        onClick={() => void leave()}
        className="press flex min-h-11 w-full items-center gap-3 rounded-field px-3 text-[0.9375rem] font-medium text-brand-ink hover:bg-blush/45 disabled:opacity-60"
      >
        <LogOut aria-hidden="true" className="size-[1.125rem]" strokeWidth={1.75} />
        Sign out
      </button>
    </div>
  );
}
