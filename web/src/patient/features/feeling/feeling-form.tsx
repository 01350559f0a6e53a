import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import type { PregnancyKnown } from '@domain/care-state/pregnancy-known.ts';
import { FEELING } from '@domain/copy/feeling.ts';
import { HARD_TIME } from '@domain/copy/hard-time.ts';
import { plainWords, speaksOfSelfHarm } from '@domain/messages/self-harm-words.ts';
import { hasUrgentSign, Sign, SIGNS, Strength, STRENGTHS } from '@domain/symptoms/symptoms.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { Card } from '@/components/layout/card.tsx';
import { emergencyNumber } from '@/lib/clinic/emergency-call.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { logFailure } from '@/lib/backend/log.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { today } from '@/lib/dates/test-day.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { sendAsk } from '@/lib/entries/send-ask.ts';
import { useUrgency } from '@/lib/entries/use-urgency.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { CrisisCard } from './crisis-card.tsx';
import { FeelingSent } from './feeling-sent.tsx';
import { helpWords } from './help-words.ts';
import { GetHelp } from './get-help.tsx';
import { NotSent } from './not-sent.tsx';
import { sendSymptoms, type Symptoms } from './send-symptoms.ts';
import { UnreadNotice } from './unread-notice.tsx';

/** Stored on the device with this page (web/build/service-worker.ts). */
const HardTime = lazy(() => import('./hard-time.tsx'));

/** Not a physical sign: it asks for the coach and isn't a symptom report. */
const HARD = 'hard-time';
const SIGN_OPTIONS = [
  { value: HARD, label: HARD_TIME.label },
  ...SIGNS.map((value) => ({ value: value as string, label: FEELING.signs.labels[value] })),
];
const STRENGTH_OPTIONS = STRENGTHS.map((value) => ({ value, label: FEELING.strength.labels[value] }));

const FORM = {
  name: 'feeling',
  Answers: z.object({
    isHard: z.boolean(),
    signs: z.array(Sign),
    strength: z.nullable(Strength),
    since: z.iso.date(),
    words: z.string(),
  }),
  empty: (): {
    isHard: boolean;
    signs: Sign[];
    strength: Strength | null;
    since: string;
    words: string;
  } => ({
    isHard: false,
    signs: [],
    strength: null,
    since: today(),
    words: '',
  }),
};

type Props = {
  speaksOfCap: boolean;
  pregnancy: PregnancyKnown;
  isSent: boolean;
  /** Next to words of a loss, before and after sending. */
  lossCard: (isSent: boolean) => ReactNode;
};

/**
 * Never waits on the device. An urgent report gets its answer on screen before anything is sent. If consent
 * is missing, nothing is stored, and that answer is all (`isSent` is false).
 */
export function FeelingForm({ speaksOfCap, pregnancy, isSent, lossCard }: Props) {
  const { answers, answer, forget } = useDraft(FORM);
  const { isHard, signs, strength, since, words } = answers;
  const [asked, setAsked] = useState(false);
  const [now] = useState(Date.now);
  const isCrisis = speaksOfSelfHarm(plainWords(words));
  const { mutate, isPending, isSuccess, isError } = useSend(forget);
  /** Shown next to its cause: the signs, or else the words. */
  const isBySigns = hasUrgentSign(signs, strength);
  /**
   * Uses the rule that `domain/symptoms/urgent-report.ts` applies on the server. The word lists load with the
   * page.
   */
  const { body, isLoss } = useUrgency(words);
  const urgent = isBySigns || body === 'strong';
  const isOfLoss = isLoss && !isCrisis;
  const isMild = !urgent && !isLoss && body === 'mild';
  /** Without a physical sign, the physical questions are left out. */
  const isHardAlone = isHard && signs.length === 0;
  const help = urgent && <GetHelp paragraphs={helpWords(speaksOfCap)} />;
  const page = useRef<HTMLDivElement>(null);

  function send() {
    // All errors are on the page before the first one gets the focus.
    flushSync(() => setAsked(true));
    const said = words.trim();
    const hasSigns = signs.length > 0;
    if ((!hasSigns && !isHard) || (hasSigns && strength === null)) return focusFirstError(page.current!);
    mutate({
      symptoms:
        hasSigns && strength !== null ? { signs, strength, since, ...(said && { words: said }) } : null,
      // Words of self-harm or of a loss are reported to the team as such, whatever else the report says.
      ask:
        isHard || isCrisis || isLoss
          ? [isHard && HARD_TIME.message, said].filter(Boolean).join('\n\n')
          : null,
    });
  }

  if (isSuccess) {
    return (
      <FeelingSent
        {...{ urgent, isCrisis, isHard, speaksOfCap, pregnancy, now }}
        lossCard={isOfLoss && lossCard(true)}
        hasSigns={signs.length > 0}
        bleeds={signs.includes('bleeding')}
      />
    );
  }
  return (
    <Card className="rise max-w-xl">
      <div ref={page} className="space-y-7 sm:p-3">
        {/* What was not sent says it again, in its place. */}
        {!isError && <ReachUs className="text-small" />}
        {isSent && !isCrisis && <UnreadNotice />}
        <CheckboxGroup
          legend={FEELING.signs.legend}
          hint={FEELING.signs.hint}
          options={SIGN_OPTIONS}
          value={isHard ? [HARD, ...signs] : signs}
          disabled={isPending}
          error={asked && signs.length === 0 && !isHard ? FEELING.missing.signs : undefined}
          onChange={(chosen) =>
            answer({ isHard: chosen.includes(HARD), signs: chosen.filter((sign) => sign !== HARD) as Sign[] })
          }
        />
        <div aria-live="polite">
          {/* Self-harm words go to a clinician, and their card says so. */}
          {isHard && !isCrisis && (
            <Suspense>
              <HardTime stage={isSent ? 'before' : 'kept'} now={now} />
            </Suspense>
          )}
        </div>
        {!isHardAlone && (
          <RadioGroup
            legend={FEELING.strength.legend}
            hint={signs.includes('bleeding') ? FEELING.strength.heavy : undefined}
            options={STRENGTH_OPTIONS}
            value={strength}
            disabled={isPending}
            error={asked && strength === null ? FEELING.missing.strength : undefined}
            onChange={(chosen) => answer({ strength: chosen as Strength })}
          />
        )}
        <div aria-live="assertive">{isBySigns && help}</div>
        {signs.includes('bleeding') && !urgent && FEELING.bleeding[pregnancy] && (
          <p>{FEELING.bleeding[pregnancy]}</p>
        )}
        {isSent && (
          <>
            {!isHardAlone && (
              <DatePicker
                label={FEELING.since}
                value={since}
                max={today()}
                disabled={isPending}
                onChange={(day) => answer({ since: day })}
              />
            )}
            <TextArea
              {...FEELING.words}
              value={words}
              maxLength={MAX_CHARACTERS}
              disabled={isPending}
              onChange={(event) => answer({ words: event.target.value })}
            />
            <div aria-live="assertive" className="space-y-5 empty:hidden">
              {isCrisis && <CrisisCard />}
              {!isBySigns && help}
            </div>
            <div aria-live="polite" className="empty:hidden">
              {isOfLoss && lossCard(false)}
              {isMild && <Notice>{FEELING.mild(emergencyNumber())}</Notice>}
            </div>
            <div role="alert">{isError && <NotSent />}</div>
            <Button busy={isPending} className="max-sm:w-full" onClick={send}>
              {FEELING.send}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

type Entered = { symptoms: Symptoms | null; ask: string | null };

/** Sent one after the other, so that a part that has arrived isn't sent again when the next one fails. */
function useSend(onSent: () => void) {
  const ids = useRef(new Map<string, string>());
  // After a lost answer, the words may have arrived. They keep the same id, so that the team reads them once.
  const idOf = (body: unknown) => {
    const key = JSON.stringify(body);
    const id = ids.current.get(key) ?? crypto.randomUUID();
    ids.current.set(key, id);
    return id;
  };
  return useSendOnce({
    networkMode: 'always',
    mutationFn: async ({ symptoms, ask }: Entered) => {
      if (ask !== null) await sendAsk('support', ask, idOf(ask));
      if (symptoms !== null) await sendSymptoms(symptoms, idOf(symptoms));
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['cycle'] });
      onSent();
    },
    onError: (error) => logFailure('A report of symptoms was not sent', error),
  });
}
