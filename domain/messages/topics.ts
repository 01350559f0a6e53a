/** A conversation's topic, as the patient selects it; there is one thread per topic. */
export const TOPICS = ['My treatment', 'A test result', 'The kit', 'Something else'] as const;
export type Topic = (typeof TOPICS)[number];
