import { createContext } from 'react';

/** The card's heading level: one below its section's. */
export const CardLevel = createContext<2 | 3>(2);
