import { Moon } from 'lucide-react';
import { Notice } from '@/components/feedback/notice.tsx';
import { useUnread } from './use-unread.ts';

/** Shown before and after sending. */
export function UnreadNotice() {
  const words = useUnread();
  if (!words) return null;
  return (
    <Notice>
      <p className="flex gap-3 font-semibold">
        <Moon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
        {words}
      </p>
    </Notice>
  );
}
