import type { Page } from '@playwright/test';
import { JOURNEY, stepsOf } from '../../domain/journey/index.ts';
import type { Clinic } from './fixtures.ts';

export const STEPS = JOURNEY.flatMap(stepsOf);

export const action = (page: Page, id: string) => page.locator(`main [data-action="${id}"]`);

/** Puts a patient behind everything that comes before this phase. */
export async function loadTo(clinic: Clinic, email: string, phaseId: string, cycle: number | null = null) {
  const index = STEPS.findIndex((step) => step.phase.id === phaseId && step.cycle === cycle);
  for (const { phase, stage, cycle: inCycle } of STEPS.slice(0, index)) {
    await clinic.sql(
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
       select user_id, $2, $3, $4 from public.customers where customer_email = $1 on conflict do nothing`,
      [email, phase.id, stage.number, inCycle],
    );
  }
}
