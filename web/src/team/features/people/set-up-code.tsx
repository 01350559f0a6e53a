import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';

export type IssuedCode = { name: string; code: string };

/** Shown only once, because it lets in anyone who also has the emailed code. */
export function SetUpCode({ issued: { name, code }, onClose }: { issued: IssuedCode; onClose: () => void }) {
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('Copied');
    } catch {
      setOutcome('This browser won’t let us copy it. Please select the code.');
    }
  }

  return (
    <Dialog
      open
      title={`Setup code for ${name}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Give it to them in person or by phone, not by email. It works for 72 hours and is only shown once.
      </p>
      <p className="mt-4 rounded-card bg-blush px-5 py-4 text-center text-title tracking-widest text-brand-ink select-all">
        {code}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <CompactButton onClick={() => void copy()}>Copy</CompactButton>
        <output className="text-small text-soft">{outcome}</output>
      </div>
      <p className="mt-4 text-small text-soft">
        They open <b className="font-semibold wrap-anywhere text-ink">{`${location.host}/team`}</b>, enter
        their email address and the code we email them, and set up their app with this code. A new coach or
        clinician can open records after a clinician agrees, on Today.
      </p>
    </Dialog>
  );
}
