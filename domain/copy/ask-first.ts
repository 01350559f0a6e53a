/** Asks before anything a patient did is undone, in the same way on every page. */
export const UNDO = { keep: 'No, keep it as it is', go: 'Yes, undo it' };

/** Before a report is undone, by the patient or by the care team. */
export const UNDO_REPORT = { ...UNDO, button: 'Take it back', title: 'Did you report this by mistake?' };
