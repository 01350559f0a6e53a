/** A name with the search term highlighted. Accents and capitals don't matter, as in the search. */
export function Marked({ text, search }: { text: string; search: string }) {
  return (
    <span>
      {partsOf(text, search).map(({ words, found, at }) =>
        found ? (
          <mark key={at} className="rounded-sm bg-blush text-inherit">
            {words}
          </mark>
        ) : (
          words
        ),
      )}
    </span>
  );
}

type Part = { words: string; found: boolean; at: number };

export function partsOf(text: string, search: string): Part[] {
  const letters = Array.from(text);
  const folded = letters.map(fold);
  const starts: number[] = [];
  let length = 0;
  for (const letter of folded) {
    starts.push(length);
    length += letter.length;
  }
  const whole = folded.join('');
  const found = letters.map(() => false);
  for (const word of fold(search)
    .split(/[\s,]+/)
    .filter(Boolean)) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + 1)) {
      starts.forEach((start, index) => {
        if (start < at + word.length && start + folded[index]!.length > at) found[index] = true;
      });
    }
  }
  const parts: Part[] = [];
  letters.forEach((letter, at) => {
    const last = parts.at(-1);
    if (last && last.found === found[at]) last.words += letter;
    else parts.push({ words: letter, found: found[at]!, at });
  });
  return parts;
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
