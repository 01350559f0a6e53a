import { Bell, BellOff } from 'lucide-react';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { turnNotifications, useNotificationChoice } from './notifications.ts';

/** Set per browser, and off by default. */
export function NotificationSwitch() {
  const choice = useNotificationChoice();
  if (choice === 'none') return null;
  if (choice === 'blocked')
    return (
      <p className="text-small text-soft">This browser blocks notifications. Allow them in its settings.</p>
    );
  const Icon = choice === 'on' ? BellOff : Bell;
  return (
    <CompactButton
      look="quiet"
      className="-mx-3"
      onClick={() => void turnNotifications(choice === 'on' ? 'off' : 'on')}
    >
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {choice === 'on' ? 'Turn off notifications' : 'Turn on notifications'}
    </CompactButton>
  );
}
