import type { CareState } from './facts.ts';

/** For the patient's download, and for the care team. */
export const STATE_NAMES: Record<CareState, { export: string; workspace: string }> = {
  treatment: { export: 'In treatment', workspace: 'In treatment' },
  paused: { export: 'Treatment paused', workspace: 'Paused' },
  pregnant: { export: 'Pregnant', workspace: 'Pregnant' },
  unsure: { export: 'Pregnancy test unclear', workspace: 'Unsure' },
  'after-loss': { export: 'After a pregnancy loss', workspace: 'After a loss' },
  stopped: { export: 'Treatment stopped', workspace: 'Stopped' },
};
