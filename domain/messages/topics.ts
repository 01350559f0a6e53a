/** What a conversation is about, as the patient chooses it; there is one thread a topic. */
export const TOPICS = ['My treatment', 'A test result', 'The kit', 'Something else'] as const;
export type Topic = (typeof TOPICS)[number];
