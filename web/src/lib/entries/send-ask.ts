import type { Ask } from '@domain/messages/asks.ts';
import type { Topic } from '@domain/messages/topics.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { queryClient } from '@/lib/backend/query-client.ts';

const TOPIC: Topic = 'Something else';

/**
 * Asks for a person, as a message that the care team finds on Today. Sent now or not at all: it never waits
 * on the device.
 */
export async function sendAsk(asks: Ask, text: string, id: string): Promise<void> {
  await callFunction('send-message', { body: { topic: TOPIC, text, asks }, idempotencyKey: id });
  void queryClient.invalidateQueries({ queryKey: ['messages'] });
  // Home's Today speaks of it.
  void queryClient.invalidateQueries({ queryKey: ['cycle'] });
}
