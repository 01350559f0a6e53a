import type { ReactNode } from 'react';
import { Picture } from '@/components/art/picture.tsx';
import type { PictureName } from '@/components/art/pictures.ts';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { LinkedWords } from './linked-words.tsx';
import { Notice } from './notice.tsx';

type Props = {
  heading: string;
  paragraphs: readonly string[];
  picture?: PictureName;
  /** It is stored on this device until there is a network. */
  pending?: boolean;
  /** The one thing to do next: right after the words, so that a phone shows it without scrolling. */
  next?: ReactNode;
  /** It comes first on the page, so its heading gets the focus. Not below a card that matters more. */
  moved?: boolean;
  actions: ReactNode;
  children?: ReactNode;
};

/** What a patient reads after answering. */
export function FlowFeedback({
  heading,
  paragraphs,
  picture,
  pending = false,
  next,
  moved = true,
  actions,
  children,
}: Props) {
  return (
    <FlowStep
      heading={heading}
      moved={moved}
      picture={picture && <Picture name={picture} className="h-40 w-full sm:h-48" />}
      actions={actions}
    >
      {paragraphs.map((words) => (
        <p key={words}>
          <LinkedWords words={words} />
        </p>
      ))}
      {next && <div className="flex max-sm:*:grow">{next}</div>}
      {children}
      {pending && (
        <Notice>
          You’re offline, so this is saved on your device. We’ll send it once, as soon as you’re back online.
        </Notice>
      )}
    </FlowStep>
  );
}
