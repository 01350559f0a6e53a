type Illustration = { alt: string; width: number; height: number };

const SCENES = {
  welcome: 'An open doorway onto a valley just before sunrise.',
  'consultation-prep': 'A page with two lines checked off and a third being written, with a leaf for a pen.',
  optimize: 'A beetroot in good soil, its leaves reaching up to a low sun.',
  consultation: 'Two speech bubbles that overlap, with the sun behind them.',
  ovulation: 'A crescent moon, and a small sun at the center of its rings.',
  abstinence: 'A rowboat at rest on still water in the evening.',
  applicators: 'Two applicators and a small cup in an alcove.',
  testing: 'A test stick under an arc of moons, from new to full.',
  'post-treatment': 'The sun above a valley, with the path behind it.',
  'afterwards-pregnant': 'A low sun over a still lake.',
  'afterwards-cycles': 'A bench under a tree.',
  'afterwards-finished': 'An open gate at the end of a path.',

  'walkthrough-1': 'A warm cup on a windowsill, with dawn outside.',
  'walkthrough-2': 'A clinician on a screen, talking to you by video.',
  'walkthrough-3': 'Three cards side by side: a conversation, a pair of leaves and rising steps.',
  'walkthrough-4': 'A line that passes two stops, turns three times and ends at the sun.',
  'walkthrough-5': 'Four stations around one sun: a pause, an orbit, a cup and a test stick.',
  'walkthrough-6': 'A house with lit windows, each showing something different, and an open door.',
  'walkthrough-7': 'Two leaves in front of the risen sun, shaped like a check mark.',

  'applicator-step-1':
    'A cup pours the sample through a funnel into the cap, which sits on top of the applicator; its string hangs next to it.',
  'applicator-step-2':
    'The applicator inside the vagina, the cap against the cervix, and an arrow showing how the handle turns.',
  'applicator-step-3':
    'The cap holding the sample against the cervix, the string leading out, and a clock that marks five hours.',
  'applicator-step-4':
    'An arrow pointing down: the cap comes out by its string, next to a clock that marks five hours.',

  'no-results': 'A test stick with an empty window, and the dotted outline of a sun.',
  'no-calls': 'A speech bubble with nothing in it but the moon.',
  'no-notes': 'Two blank pages with a leaf on top.',
  'all-done': 'Four stones balanced in front of the sun, a sprig on top.',
  offline: 'The moon behind clouds, its rings broken.',
  error: 'A plant pot that has tipped over, the plant unharmed.',
  'not-found': 'A doorway on its own among hills, with a night sky inside.',

  'cover-1': 'Large leaves before a low sun.',
  'cover-2': 'Five phases of the moon over evening hills.',
  'cover-3': 'A light and a dark disc that overlap.',
  'cover-4': 'Green hills, one behind the other, and a path.',
  'cover-5': 'Wide rings of light around the sun.',
};

const PORTRAITS = {
  coach: 'A portrait of a coach with curly hair and a green sweater.',
  'coach-2': 'A portrait of a coach with her hair up in a bun, a headband and a rose cardigan.',
  clinician: 'A portrait of a clinician with straight dark hair and a white coat.',
  administrator: 'A portrait of an administrator with round glasses, a beard and a blue sweater.',
};

/** Every picture by its name. A phase's picture has the name of the phase. */
export const pictures = { ...illustrations(SCENES, 480, 360), ...illustrations(PORTRAITS, 360, 360) };

export type PictureName = keyof typeof pictures;

function illustrations<Name extends string>(words: Record<Name, string>, width: number, height: number) {
  const entries = Object.entries<string>(words).map(([name, alt]) => [name, { alt, width, height }]);
  return Object.fromEntries(entries) as Record<Name, Illustration>;
}
