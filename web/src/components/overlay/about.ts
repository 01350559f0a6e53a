import { createContext, type ReactNode } from 'react';

/** The person a page is about: anything that covers the page shows them at its top. */
export const About = createContext<ReactNode>(null);
