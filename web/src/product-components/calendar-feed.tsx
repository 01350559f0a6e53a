import { useRef, useState } from 'react';
import type { CalendarFeed as Feed } from '@domain/contracts/fields/calendar-feed.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { localDate } from '@domain/time/local.ts';
import { longDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { config } from '@/lib/backend/config.ts';

/** For both front ends. */
export const FEED_INTRO =
  'Show your calls in Google, Outlook or Apple Calendar. Each one appears as ‘Béa call’, without names or details.';

type Props = {
  feed: Feed;
  /** The URL, only right after it was created. It can't be read later. */
  secret: string | null;
  /** The zone for its days. */
  zone: string;
  busy: boolean;
  /** Settles once it is done or refused. */
  onRenew: () => Promise<unknown>;
  onEnd: () => Promise<unknown>;
};

/** The secret address of one's own calls: create it, replace it, end it. */
export function CalendarFeed({ feed, secret, zone, busy, onRenew, onEnd }: Props) {
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null);
  const close = () => setAsking(null);
  const dayOf = (moment: string) => longDay(localDate(instantFromIso(moment), zone));
  return (
    <div className="space-y-4">
      {feed && secret && <Address secret={secret} />}
      {feed && !secret && (
        <p>
          {`Your feed is on since ${dayOf(feed.madeAt)}. `}
          {feed.readAt ? `A calendar last read it on ${dayOf(feed.readAt)}.` : 'No calendar has read it yet.'}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          look="outline"
          busy={busy && asking === null}
          onClick={() => (feed ? setAsking('renew') : void onRenew())}
        >
          New address
        </Button>
        {feed && (
          <Button look="quiet" disabled={busy} onClick={() => setAsking('end')}>
            End feed
          </Button>
        )}
      </div>
      <Confirm
        open={asking === 'renew'}
        title="New address"
        keep="Keep the old one"
        go="New address"
        busy={busy}
        onGo={() => void onRenew().finally(close)}
        onClose={close}
      >
        <p>The old address stops working. Add the new one to each calendar that should show your calls.</p>
      </Confirm>
      <Confirm
        open={asking === 'end'}
        title="End feed"
        keep="Keep it"
        go="End feed"
        busy={busy}
        onGo={() => void onEnd().finally(close)}
        onClose={close}
      >
        <p>The address stops working, and calendars no longer show your calls.</p>
      </Confirm>
    </div>
  );
}

const STEPS = [
  ['Google', 'Settings, Add calendar, From URL.'],
  ['Outlook', 'Add calendar, Subscribe from web.'],
  ['Apple', 'File, New Calendar Subscription.'],
] as const;

function Address({ secret }: { secret: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState('');
  const address = `${new URL('/functions/v1/calendar-feed', config().supabaseUrl)}?feed=${secret}`;

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      setOutcome('Copied');
    } catch {
      setOutcome('This browser won’t let us copy it. Please select the address.');
    }
  }

  return (
    <div className="space-y-3">
      <Field
        ref={field}
        label="Address"
        hint="Copy it now. We can’t show it again, and anyone who has it can see when your calls are."
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void copy()}>Copy</Button>
        <output className="text-small text-soft">{outcome}</output>
      </div>
      <dl className="space-y-1 text-small text-soft">
        {STEPS.map(([name, steps]) => (
          <div key={name}>
            <dt className="inline font-semibold text-ink">{name}: </dt>
            <dd className="inline">{steps}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
