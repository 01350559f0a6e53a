import { FEELING_NOT_SENT } from '@domain/copy/feeling.ts';
import { HelpNumbers } from '@/components/feedback/help-numbers.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { clinicHelp } from '@/lib/clinic/help.ts';

export function NotSent() {
  return (
    <Notice tone="warning">
      <p className="text-lead font-semibold">{FEELING_NOT_SENT.heading}</p>
      <p className="mt-1 mb-4">{FEELING_NOT_SENT.text}</p>
      <HelpNumbers {...clinicHelp()} />
    </Notice>
  );
}
