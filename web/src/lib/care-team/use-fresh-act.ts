import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords, isCode } from './failure-words.ts';
import { proveFreshCode } from './fresh-code.ts';
import { useAct } from './use-act.ts';

const WRONG_CODE = 'That code is wrong. Check it, or use the next one your app shows.';
const CODE_DIGITS = 6;

/** An act that the server accepts only with a code from the last minutes. It asks for one when the server does. */
export function useFreshAct(options: { name: string; onDone: () => void }) {
  const act = useAct<object>(options);
  const prove = useMutation({ mutationFn: proveFreshCode, networkMode: 'always' });
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');

  const mutate = (body: object) =>
    act.mutate(body, {
      onError: (error) => {
        if (isCode(error, 'fresh_code_required')) setNeedsCode(true);
      },
    });

  function send(body: object) {
    if (!needsCode) return mutate(body);
    if (code.length < CODE_DIGITS) return;
    prove.mutate(code, {
      onSuccess: () => {
        setNeedsCode(false);
        setCode('');
        mutate(body);
      },
    });
  }

  const failure = isCode(act.error, 'fresh_code_required') ? null : act.error;
  return {
    send,
    busy: act.isPending || prove.isPending,
    failure: failure && failureWords(failure),
    /** Null unless the server asked for a code. */
    code: needsCode
      ? {
          value: code,
          onChange: setCode,
          error: prove.error ? codeWords(prove.error) : undefined,
        }
      : null,
  };
}

const codeWords = (error: unknown) =>
  isCode(error, 'mfa_verification_failed') ? WRONG_CODE : failureWords(error);
