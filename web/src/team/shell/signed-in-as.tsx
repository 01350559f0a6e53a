import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { signOut } from '@/lib/backend/supabase.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { SIGN_IN } from '@/team/sign-in-address.ts';
import { Initials } from '@/components/layout/initials.tsx';

/** Who is at work here, and the way out. */
export function SignedInAs({ member: { name, role } }: { member: TeamSession }) {
  const [, navigate] = useLocation();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await signOut();
    // Whoever signs in next did not come for this page.
    navigate(SIGN_IN, { replace: true });
  }

  return (
    <div className="border-t border-line pt-3">
      <div className="flex items-center gap-3 px-2.5 py-1.5">
        <Initials name={name} />
        <div className="min-w-0">
          <p className="text-[0.9375rem] leading-tight font-medium wrap-anywhere">{name}</p>
          <p className="text-[0.8125rem] text-soft first-letter:uppercase">{role}</p>
        </div>
      </div>
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
