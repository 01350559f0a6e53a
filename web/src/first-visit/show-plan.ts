import type { Progress } from '@domain/journey/progress.ts';
import { darkPictureAddress, pictureAddress } from '@/components/art/picture-address.ts';
import { greetingAt, helloTo } from '@/patient/features/journey/greeting-words.ts';
import { planWords } from '@/patient/features/journey/plan-words.ts';

export type Plan = { name: string; planName: string | null; progress: Progress };

/** Says in the prerendered page what Greeting and PlanCard will say once their code is here. */
export function showPlan(page: ParentNode, plan: Plan, now: number): boolean {
  const placeholder = page.querySelector('[data-part=placeholder]');
  const template = page.querySelector<HTMLTemplateElement>('template[data-part=plan-template]');
  if (!placeholder || !template) return false;
  placeholder.replaceChildren(filled(template, plan, now));
  return true;
}

function filled(template: HTMLTemplateElement, { name, planName, progress }: Plan, now: number): Node {
  const { picture, bar, ...words } = planWords(planName, progress);
  const texts = { ...words, hour: greetingAt(now), name: helloTo(name) };
  const copy = template.content.cloneNode(true) as DocumentFragment;
  for (const [part, text] of Object.entries(texts)) {
    const place = copy.querySelector(`[data-part=${part}]`);
    if (text === null) place?.remove();
    else place?.replaceChildren(text);
  }
  copy.querySelector('img')?.setAttribute('src', pictureAddress(picture));
  copy.querySelector('source')?.setAttribute('srcset', darkPictureAddress(picture));
  for (const [at, stage] of [...copy.querySelectorAll('[data-part=bar] > span')].entries())
    stage.className = stage.className.replace(/bg-\w+$/, bar[at]!.colour);
  return copy;
}
