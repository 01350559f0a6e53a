import { inOtherZone } from '../../../../domain/time/zoned-words.ts';
import type { Instant } from '../../../../domain/time/instant.ts';
import type { Attachment } from '../../../../domain/notifications/booking-notifications.ts';

/** A message this worker may send until its lease expires. */
export type LeasedMessage = {
  id: string;
  lease: string;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  body_text: string;
  body_html: string | null;
  attachments: Attachment[];
};

/** A reminder's call, the zone it was written in, and the patient's current zone. */
export type OutdatedZone = { id: string; starts_at: Instant; written_in: string; zone: string };

/** The outbox, as workers in every deployment use it. */
export type Outbox = {
  lease: (count: number, seconds: number) => Promise<LeasedMessage[]>;
  outdatedZones: (ids: string[]) => Promise<OutdatedZone[]>;
  settle: (message: LeasedMessage, error: string | null) => Promise<void>;
};
export type Send = (message: LeasedMessage) => Promise<void>;

const AT_ONCE = 5;
// Far longer than sending takes, because an expired lease would send the message again.
const LEASE_SECONDS = 120;
const SETTLE_PAUSES = [250, 500, 1_000, 2_000, 4_000];

/** Sends a few messages that are due and records each result. Returns how many there were; 0 when all are sent. */
export async function deliverDue(outbox: Outbox, send: Send): Promise<number> {
  const messages = await outbox.lease(AT_ONCE, LEASE_SECONDS);
  const outdated = messages.length ? await outbox.outdatedZones(messages.map(({ id }) => id)) : [];
  const settled = await Promise.allSettled(
    messages.map((message) => deliver(inZoneOfToday(message, outdated), outbox, send)),
  );
  const lost = settled.find((one) => one.status === 'rejected');
  if (lost) throw lost.reason;
  return messages.length;
}

/** A reminder written weeks ago must show the time in the patient's current zone. */
function inZoneOfToday(message: LeasedMessage, outdated: OutdatedZone[]): LeasedMessage {
  const found = outdated.find(({ id }) => id === message.id);
  if (!found) return message;
  const read = (text: string) => inOtherZone(text, found.starts_at, [found.written_in, found.zone]);
  return {
    ...message,
    body_text: read(message.body_text),
    body_html: message.body_html && read(message.body_html),
  };
}

async function deliver(message: LeasedMessage, outbox: Outbox, send: Send): Promise<void> {
  const error = await send(message).then(() => null, reasonOf);
  for (const pause of SETTLE_PAUSES) {
    try {
      return await outbox.settle(message, error);
    } catch {
      // It was sent. A brief database outage must not send it again.
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  await outbox.settle(message, error);
}

/** The error's code without its text, because a mail server's text repeats the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const known = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return known.join(' ') || (error instanceof Error ? error.name : 'unknown');
}
