/**
 * The parts of dialogs and popovers that jsdom lacks and our components use: what is open, and where the
 * focus goes.
 */
const before = new WeakMap<Element, Element | null>();

HTMLDialogElement.prototype.showModal = function showModal() {
  before.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>('button:enabled, input, a[href]')?.focus();
};

HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  // Elements that have left the page don't return the focus.
  if (this.isConnected) focusBefore(this);
  this.dispatchEvent(new Event('close'));
};

HTMLElement.prototype.showPopover = function showPopover() {
  before.set(this, document.activeElement);
  turn(this, 'open');
};

HTMLElement.prototype.hidePopover = function hidePopover() {
  if (this.dataset['popover'] !== 'open') return;
  if (this.contains(document.activeElement)) focusBefore(this);
  turn(this, 'closed');
};

function turn(popover: HTMLElement, newState: string): void {
  popover.dataset['popover'] = newState;
  popover.style.display = newState === 'open' ? 'block' : '';
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }));
}

function focusBefore(element: Element): void {
  const last = before.get(element);
  if (last instanceof HTMLElement) last.focus();
}

globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS;
