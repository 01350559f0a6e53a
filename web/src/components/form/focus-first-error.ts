/** Focuses the first error: the field, or the question's first answer. */
export function focusFirstError(form: HTMLElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const field = wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input') : wrong;
  field?.focus();
  // A field that kept the focus while scrolled away is not scrolled back by focusing it.
  field?.scrollIntoView({ block: 'center' });
}
