import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { charactersIn, MAX_MESSAGE } from '@domain/contracts/fields/lengths.ts';
import type { Topic } from '@domain/messages/topics.ts';
import type { Judgment, Urgency } from '@domain/messages/urgent-words.ts';
import type { Instant } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { FileField } from '@/product-components/message-files/file-field.tsx';
import { NotForEmergencies } from './not-for-emergencies.tsx';
import { PATIENT_PICTURES } from '@/product-components/message-files/file-kinds.ts';
import { useAddedFiles } from '@/product-components/message-files/use-added-files.ts';
import type { MessageForm } from './use-message-form.ts';
import type { SentUrgency } from './use-urgency.ts';

/** The most serious first. */
const LEVELS: readonly Urgency[] = ['self-harm', 'strong', 'mild'];

/** The counter only appears when space gets tight. */
const TIGHT = 500;

/** The card for a level, a loss or a hard time. With `isSent`, none of the words are still in the field. */
export type Help = (
  about: Urgency | 'loss' | 'hard-time' | null,
  sent?: { isSent: boolean; callAskedAt: Instant | null },
) => ReactNode;

type Props = {
  form: MessageForm;
  field: RefObject<HTMLTextAreaElement | null>;
  /** What stays at the bottom of a phone's screen. */
  bar: RefObject<HTMLDivElement | null>;
  topic: Topic | null;
  /** Nothing was written about this topic yet. */
  isNew: boolean;
  /** The patient has written here before, so they have read what messages are not for. */
  hasRead: boolean;
  /** What is in the field. */
  written: Judgment;
  /** What is in sent messages without a reply. Their card stays. */
  sent: SentUrgency;
  help: Help;
};

export function Composer({ form, field, bar, topic, isNew, hasRead, written, sent, help }: Props) {
  const { text, saving, error } = form;
  const { isAdding, ...adding } = useAddedFiles(PATIENT_PICTURES, form.pictures, (pictures) =>
    form.addPictures(pictures, topic),
  );
  const [wasCrisis, setWasCrisis] = useState(false);
  // Sent words leave the field, but their card stays.
  const levels = new Set([written.urgency, sent.urgency === 'mild' ? null : sent.urgency]);
  const urgency = wasCrisis ? 'self-harm' : (LEVELS.find((level) => levels.has(level)) ?? null);
  const body = written.body === 'strong' || sent.body === 'strong' ? 'strong' : written.body;
  const isMild = urgency === 'mild';
  const isCrisis = urgency === 'self-harm';
  // Counts characters like the check does: an emoji is one, though JavaScript counts two.
  const left = MAX_MESSAGE - charactersIn(text.trim());
  const below = useRef<HTMLDivElement>(null);
  // A louder card comes into sight by itself.
  useEffect(() => {
    if (isMild) below.current?.scrollIntoView({ block: 'nearest' });
  }, [isMild]);
  function send() {
    if (isCrisis) setWasCrisis(true);
    form.send(topic);
  }
  return (
    <>
      {/* Rendered here before a conversation starts, so that it can turn urgent in place without moving the field. */}
      {isNew && !isCrisis && <div aria-live="polite">{help(isMild ? null : urgency)}</div>}
      {/* Rendered in one place for new and existing conversations, so that a requested call stays on screen. */}
      <div aria-live="polite" className="space-y-4 empty:hidden">
        {isCrisis &&
          help(urgency, { isSent: written.urgency !== 'self-harm', callAskedAt: sent.callAskedAt })}
        {isCrisis && body === 'strong' && help('strong')}
        {(written.isLoss || sent.isLoss) && help('loss')}
        {written.isHardTime && !isCrisis && help('hard-time')}
      </div>
      {!isNew && !urgency && (
        <NotForEmergencies key={topic} isOpenFirst={!hasRead}>
          {help(null)}
        </NotForEmergencies>
      )}
      <div ref={bar} className="composer-bar space-y-2 sm:space-y-4">
        <div>
          <TextArea
            ref={field}
            label={MESSAGES.field}
            value={text}
            error={left < 0 ? MESSAGES.tooLong : error}
            disabled={saving}
            onChange={(event) => form.write(event.target.value, topic)}
          />
          {left <= TIGHT && left >= 0 && (
            <p className="mt-1.5 text-small text-soft tabular-nums">{MESSAGES.left(left)}</p>
          )}
        </div>
        <div className="space-y-4 max-sm:flex max-sm:flex-wrap max-sm:items-end max-sm:gap-x-3 max-sm:gap-y-1">
          <div className="min-w-0 max-sm:mb-0 max-sm:flex-1 max-sm:basis-36">
            <FileField
              kind={PATIENT_PICTURES}
              files={form.pictures}
              disabled={saving}
              isAdding={isAdding}
              problem={adding.problem ?? form.pictureProblem}
              onAdd={adding.add}
              onRemove={adding.remove}
            />
          </div>
          <Button busy={saving || isAdding} className="max-sm:grow-0" onClick={send}>
            {MESSAGES.send}
          </Button>
        </div>
      </div>
      {/* Below the field, so that it doesn't move while someone writes; on phones it is above the bar. */}
      <div ref={below} aria-live="polite" className="empty:hidden">
        {(isMild || !isNew) && urgency && !isCrisis && help(urgency)}
      </div>
    </>
  );
}
