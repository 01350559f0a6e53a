const SPEAKS_OF_TEMPERATURE =
  /\b(?:temp\w*|fevers?|feverish|thermometer|degrees?|fahrenheit|celsius|reading)\b|°/;
const NUMBER = /(?<![\d/:$.])(\d{2,3}(?:[.,]\d+)?) ?(?:°|degrees? ?|deg )? ?(f|c|fahrenheit|celsius)?\b/g;

/** How high a fever is in a clause that names a temperature, in either scale. Null if it names none. */
export function feverOf(clause: string): 'strong' | 'mild' | 'none' | null {
  if (!SPEAKS_OF_TEMPERATURE.test(clause) && !/\b10[0-6]\.\d\b/.test(clause)) return null;
  const degrees = [...clause.matchAll(NUMBER)].flatMap(([, number, scale]) =>
    celsiusOf(Number(number!.replace(',', '.')), scale?.[0]),
  );
  if (degrees.length === 0) return null;
  const highest = Math.max(...degrees);
  if (highest >= FEVER) return 'strong';
  return highest >= WARM ? 'mild' : 'none';
}

const FEVER = 37.95;
const WARM = 37.45;

/** If a number has no scale, its size decides: no one's temperature is 98 °C or 38 °F. */
function celsiusOf(number: number, scale?: string): number[] {
  if (number >= 94 && number <= 110 && scale !== 'c') return [((number - 32) * 5) / 9];
  return number >= 34 && number <= 43 && scale !== 'f' ? [number] : [];
}
