import { createContext } from 'react';

/** The level of a card's heading: one below what it stands under. */
export const CardLevel = createContext<2 | 3>(2);
