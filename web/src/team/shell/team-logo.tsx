import { Logo } from '@/components/layout/logo.tsx';

/** The portal's logo, with a word that tells the two apart. */
export function TeamLogo() {
  return (
    <span className="inline-flex items-center gap-3">
      <Logo />
      <span className="caption translate-y-0.5">Team</span>
    </span>
  );
}
