import { Check, CheckCheck, Clock, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import type { Message } from '@domain/messages/conversation.ts';
import type { Instant } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { MessageFiles } from '@/product-components/message-files/message-files.tsx';
import { loadFileOf } from './load-file.ts';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';

type Props = {
  from: Message['from'];
  text: string;
  at: Instant;
  who?: string | null;
  byPhone?: boolean;
  files?: Message['files'];
  /** The first message of its day. */
  isNewDay?: boolean;
  /** It is only on this device. */
  isWaiting?: boolean;
  /** Its delivery status. */
  children?: ReactNode;
};

/** One message: the patient's own on the right, the care team's on the left. The text is shown as written. */
export function Bubble({
  from,
  text,
  at,
  who,
  byPhone = false,
  files,
  isNewDay = false,
  isWaiting = false,
  children,
}: Props) {
  const isOwn = from === 'patient';
  const paper = isOwn ? 'border-transparent bg-blush' : 'border-line bg-paper max-sm:bg-card';
  return (
    <li>
      {isNewDay && <p className="caption mb-4 text-center">{weekdayAndDay(at)}</p>}
      <div className={`flex max-w-[88%] flex-col ${isOwn ? 'ml-auto items-end' : 'items-start'}`}>
        <p className={isOwn ? 'sr-only' : 'mb-1 text-small font-semibold'}>
          {isOwn ? MESSAGES.you : (who ?? MESSAGES.team)}
        </p>
        <div
          className={
            `rounded-card border px-4 py-3 ${isWaiting ? 'border-dashed border-edge bg-blush' : paper} ` +
            (isOwn ? 'rounded-br-md' : 'rounded-bl-md')
          }
        >
          {byPhone && (
            <p className="mb-1 flex items-center gap-2 text-small font-semibold text-brand-ink">
              <Phone aria-hidden="true" strokeWidth={1.75} className="size-4" />
              {MESSAGES.byPhone}
            </p>
          )}
          <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        </div>
        {files && <MessageFiles files={files} load={loadFileOf(files)} />}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-small text-soft tabular-nums">
          <span>{clockTime(at)}</span>
          {children}
        </p>
      </div>
    </li>
  );
}

export function OwnState({ isSeen }: { isSeen: boolean }) {
  const Icon = isSeen ? CheckCheck : Check;
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-4" />
      <span>{isSeen ? MESSAGES.seen : MESSAGES.sent}</span>
    </>
  );
}

/** It waits for a network, or it was refused and its words can be sent in another message. */
export function NotSentYet({ refused }: { refused?: { onWriteAgain: () => void; onRemove: () => void } }) {
  return (
    <>
      <Clock aria-hidden="true" strokeWidth={1.75} className="size-4" />
      <span>{refused ? MESSAGES.cannotBeSent : MESSAGES.notSentYet}</span>
      {refused && (
        <span className="-mr-6 flex flex-wrap justify-end">
          <Button look="quiet" onClick={refused.onWriteAgain}>
            {MESSAGES.writeAgain}
          </Button>
          <Button look="quiet" onClick={refused.onRemove}>
            {MESSAGES.remove}
          </Button>
        </span>
      )}
    </>
  );
}
