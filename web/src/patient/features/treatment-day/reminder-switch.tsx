import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';

/** Asks the browser once, and only when the patient wants reminders. */
export function ReminderSwitch() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (permission === 'granted') {
    return (
      <p className="text-soft">
        We’ll remind you on this device when a timer ends. The reminder won’t say what it’s for. Keep the
        portal open.
      </p>
    );
  }
  if (permission === 'denied') {
    return <p className="text-soft">This device can’t show our reminders, so please set an alarm.</p>;
  }
  return (
    <Button look="outline" onClick={() => void Notification.requestPermission().then(setPermission)}>
      Remind me on this device
    </Button>
  );
}
