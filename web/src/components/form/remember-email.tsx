import type { Ref } from 'react';

type Props = { checked: boolean; onChange: (checked: boolean) => void; ref?: Ref<HTMLInputElement> };

/** Below the address on a sign-in page. It begins unchecked, because a device may be shared. */
export function RememberEmail({ checked, onChange, ref }: Props) {
  return (
    <label className="mt-2 inline-flex min-h-11 cursor-pointer items-center gap-3 text-small">
      <input
        ref={ref}
        type="checkbox"
        name="remember"
        className="tick"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      Remember my email
    </label>
  );
}
