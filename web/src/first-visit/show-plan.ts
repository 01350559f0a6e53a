import type { Progress } from '@domain/journey/progress.ts';
import { timeGreeting } from '@domain/time/greeting.ts';
import { planWords } from './plan-words.ts';

export type Plan = { name: string; planName: string | null; progress: Progress };

/** Says in the page as the build drew it what Greeting and PlanCard will say once their code is here. */
export function showPlan(page: ParentNode, plan: Plan, now: number): boolean {
  const unknown = page.querySelector('[data-part=unknown]');
  const pattern = page.querySelector<HTMLTemplateElement>('template[data-part=pattern]');
  if (!unknown || !pattern) return false;
  unknown.replaceChildren(filled(pattern, plan, now));
  return true;
}

function filled(pattern: HTMLTemplateElement, { name, planName, progress }: Plan, now: number): Node {
  const { picture, bar, ...words } = planWords(planName, progress);
  const texts = { ...words, hour: timeGreeting(new Date(now).getHours()), name: `Hello, ${name}` };
  const copy = pattern.content.cloneNode(true) as DocumentFragment;
  for (const [part, text] of Object.entries(texts)) {
    const place = copy.querySelector(`[data-part=${part}]`);
    if (text === null) place?.remove();
    else place?.replaceChildren(text);
  }
  // As components/art/picture.tsx names its files.
  copy.querySelector('img')?.setAttribute('src', `/art/${picture}.svg`);
  copy.querySelector('source')?.setAttribute('srcset', `/art/${picture}.svg#dark`);
  for (const [at, stage] of [...copy.querySelectorAll('[data-part=bar] > span')].entries())
    stage.className = stage.className.replace(/bg-\w+$/, bar[at]!.colour);
  return copy;
}
