import { useEffect, useId, useRef } from 'react';
import { CodeInput } from '@/components/form/code-input.tsx';

type Props = { value: string; onChange: (value: string) => void; error: string | undefined };

/** For an act that needs the person's app again. */
export function FreshCode({ value, onChange, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div>
      <p className="mb-3 text-small">To confirm that it’s you, enter a new code from your app.</p>
      <label htmlFor={id} className="mb-2 block text-small font-semibold">
        Code from your app
      </label>
      <CodeInput ref={input} id={id} name="totp" value={value} onChange={onChange} error={error} />
    </div>
  );
}
