import { useEffect, useState } from 'react';
import { isOffline, onNetworkChange } from './network.ts';

export function useOffline(): boolean {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    let latest: Promise<boolean>;
    const look = () => {
      const asked = (latest = isOffline());
      void asked.then((answer) => {
        if (asked === latest) setOffline(answer);
      });
    };
    look();
    const leave = onNetworkChange(look);
    return () => {
      latest = Promise.resolve(false);
      leave();
    };
  }, []);
  return offline;
}
