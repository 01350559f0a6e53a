import { useId, useState } from 'react';
import type { Enrolment } from './kept-enrolment.ts';
import { QrCode } from './qr-code.tsx';

/**
 * Three ways to get the key into an app: scan it with another screen, open or copy it on a phone, or type it.
 */
export function Secret({ enrolment: { uri, secret } }: { enrolment: Enrolment }) {
  const keyId = useId();
  return (
    <div className="text-small text-soft">
      <a href={uri} className={`${LINK} mb-2 sm:pointer-fine:hidden`}>
        Open in your app
      </a>
      <div className="grid gap-4 sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:items-center">
        <QrCode text={uri} keyId={keyId} />
        <div>
          <p>Or enter this key there:</p>
          <p id={keyId} className="mt-2 font-semibold tracking-wider text-ink select-all">
            {secret.match(/.{1,8}/g)?.map((line) => (
              <span key={line} className="block">
                {line.match(/.{1,4}/g)?.join(' ')}
              </span>
            ))}
          </p>
          <CopyKey secret={secret} />
        </div>
      </div>
    </div>
  );
}

const LINK =
  'press inline-flex min-h-11 items-center font-semibold text-brand-ink underline underline-offset-4 hover:text-brand';

function CopyKey({ secret }: { secret: string }) {
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setOutcome('Copied');
    } catch {
      setOutcome('This browser won’t let us copy it. Please select the key.');
    }
  }

  return (
    <div className="mt-1 flex flex-wrap gap-x-4">
      <button type="button" className={LINK} onClick={() => void copy()}>
        Copy key
      </button>
      <output className="self-center">{outcome}</output>
    </div>
  );
}
