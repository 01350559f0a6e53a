import * as z from 'zod/mini';

// Compiled checks need eval, which our content security policy forbids.
z.config({ jitless: true });
