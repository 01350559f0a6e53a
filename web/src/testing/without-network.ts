import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';

/** Every test of this file starts with the settings loaded and the network gone. */
export function withoutNetwork(): void {
  beforeEach(async () => {
    vi.stubGlobal('fetch', async (input: string) => {
      if (input !== '/config.json') throw new TypeError('Failed to fetch');
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    });
    vi.spyOn(console, 'error').mockReturnValue();
    await loadConfig();
    onlineManager.setOnline(false);
  });

  afterEach(() => {
    cleanup();
    onlineManager.setOnline(true);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
