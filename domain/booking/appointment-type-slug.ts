const MAX_SLUG = 60;

/** A call type's part of an address, made of its name: 'Nutrition call!' is nutrition-call. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, '');
  return slug || 'call';
}
