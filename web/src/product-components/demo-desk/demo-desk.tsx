import { useEffect } from 'react';
import { signInAsChosen } from './sign-in-as-chosen.ts';

/**
 * Shown below the sign-in form while the demo is loaded: a link to its people. Also signs in the person
 * selected there. It loads late and takes no space, because a browser ignores a click on a button that moves
 * while it is pressed.
 */
export default function DemoDesk() {
  useEffect(() => void signInAsChosen(), []);
  return (
    <nav aria-label="Demo" className="absolute inset-x-0 bottom-0 pb-6 text-center">
      <a
        href="/dev"
        className="inline-flex min-h-11 items-center px-3 text-small font-semibold text-brand-ink underline"
      >
        Choose a demo person
      </a>
    </nav>
  );
}
