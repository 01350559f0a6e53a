import type { Progress } from '@domain/journey/progress.ts';
import { darkPictureAddress, pictureAddress } from '@/components/art/picture-address.ts';
import { greetingAt, helloTo } from '@/patient/features/journey/home/greeting-words.ts';
import { journeyWords } from '@/patient/features/journey/home/journey-words.ts';

type Visited = { name: string; programmeName: string | null; progress: Progress };

/** Fills the prerendered page with what Greeting and JourneyCard will show. */
export function showJourney(page: ParentNode, visited: Visited, now: number): boolean {
  const placeholder = page.querySelector('[data-part=placeholder]');
  const template = page.querySelector<HTMLTemplateElement>('template[data-part=journey-template]');
  if (!placeholder || !template) return false;
  placeholder.replaceChildren(filled(template, visited, now));
  return true;
}

function filled(
  template: HTMLTemplateElement,
  { name, programmeName, progress }: Visited,
  now: number,
): Node {
  const { picture, bar, ...words } = journeyWords(programmeName, progress);
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
