import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';

/** Asks the browser once, and only when the patient wants it. */
export function ReminderSwitch() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (permission === 'granted') {
    return (
      <p className="text-soft">
        This device will tell you when a timer ends, in words that say nothing to anybody else. Keep the
        portal open.
      </p>
    );
  }
  if (permission === 'denied') {
    return <p className="text-soft">Keep an eye on the time: this device does not show reminders from us.</p>;
  }
  return (
    <Button look="outline" onClick={() => void Notification.requestPermission().then(setPermission)}>
      Remind me on this device
    </Button>
  );
}
