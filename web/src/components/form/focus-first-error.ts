/** Puts the cursor where the first thing is to be put right: in the field, or on the first answer of the question. */
export function focusFirstError(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const field = wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input') : wrong;
  field?.focus();
  // A field that kept the cursor while the page was scrolled away is not brought back by focusing it.
  field?.scrollIntoView({ block: 'center' });
}
