import type { Message } from './frames.ts';
import type { Limits } from './limits.ts';

type Work = {
  limits: Pick<Limits, 'messagesWaiting' | 'bytesWaiting'>;
  answer: (message: Message) => Promise<void> | void;
  onError: (error: unknown, message: Message) => void;
};

/** One client's messages, answered one at a time. */
export function createMessageQueue({ limits, answer, onError }: Work) {
  let queue = Promise.resolve();
  const waiting = { messages: 0, bytes: 0 };

  return {
    /** False if too many messages are waiting. */
    add(message: Message, bytes: number): boolean {
      waiting.messages += 1;
      waiting.bytes += bytes;
      if (waiting.messages > limits.messagesWaiting || waiting.bytes > limits.bytesWaiting) return false;
      queue = queue
        .then(() => answer(message))
        .catch((error: unknown) => onError(error, message))
        .finally(() => {
          waiting.messages -= 1;
          waiting.bytes -= bytes;
        });
      return true;
    },
    /** After the waiting messages. */
    end(work: () => Promise<void>, onEndError: (error: unknown) => void): void {
      queue = queue.then(work).catch(onEndError);
    },
  };
}
