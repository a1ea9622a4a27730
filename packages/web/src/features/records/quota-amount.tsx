import { useRef, useState } from 'react';
import { typedNumber } from '../../base/typed-number.ts';
import { messages } from './messages.ts';

type QuotaAmountProps = {
  /** The amount as displayed, and the initial text of the field; blank: no quota yet. */
  shown: string;
  amount: string;
  label: string;
  /** The new amount as a decimal number. */
  onChange: (amount: string) => void;
};

/** An amount that a click, Enter or a digit edits in place: Enter and Tab take it, Escape leaves it as it was. */
export function QuotaAmount({ shown, amount, label, onChange }: QuotaAmountProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const read = typed === null ? null : readAmount(typed);
  const finish = (take: boolean, toNext = false) => {
    if (take && read === null) return;
    const cell = box.current?.closest<HTMLElement>('[data-place]');
    const next = cell?.closest('tr')?.nextElementSibling?.querySelector<HTMLElement>(placeIn(cell));
    setTyped(null);
    ((toNext ? next : null) ?? cell)?.focus();
    if (take && read !== null && read !== amount) onChange(read);
  };
  if (typed === null)
    return (
      <span ref={box}>
        <button
          type="button"
          tabIndex={-1}
          data-edits
          aria-label={amount === '' ? messages.change.add(label) : messages.change.edit(label, shown)}
          className="rounded-sm px-1 hover:bg-sunken hover:underline"
          onClick={() => setTyped(amount)}
        >
          {shown}
        </button>
      </span>
    );
  return (
    <span ref={box}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user asked to edit it
        autoFocus
        inputMode="decimal"
        aria-label={messages.change.amountOf(label)}
        aria-invalid={read === null || undefined}
        title={read === null ? messages.change.invalid : undefined}
        className="w-full rounded-sm border bg-surface px-1 text-end aria-invalid:border-bad"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          // the keys of the table move between cells
          event.stopPropagation();
          if (event.key !== 'Enter' && event.key !== 'Tab' && event.key !== 'Escape') return;
          event.preventDefault();
          finish(event.key !== 'Escape', event.key === 'Tab' && !event.shiftKey);
        }}
      />
    </span>
  );
}

/** The same column of another row. */
function placeIn(cell: HTMLElement | null | undefined): string {
  return `[data-place$=":${cell?.dataset.place?.split(':')[1]}"]`;
}

/** The decimal number above zero; null: none. */
function readAmount(typed: string): string | null {
  const amount = typedNumber(typed);
  return amount !== null && /[1-9]/.test(amount) ? amount : null;
}
