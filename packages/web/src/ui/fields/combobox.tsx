import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, use, useCallback, useId, useRef, useState } from 'react';
import { FieldContext } from './field-wiring.ts';
import { Input, type InputProps } from './input.tsx';
import { moveBy, optionId } from './select-keys.ts';
import { SelectList, type SelectOption } from './select-list.tsx';

export type ComboboxProps = Pick<InputProps, 'controlSize' | 'disabled' | 'placeholder'> & {
  /** The options that match the search. */
  options: readonly SelectOption[];
  /** `''`: no selection. */
  value: string;
  onValueChange: (value: string) => void;
  /** Shown while not searching: the label of the selected option. */
  chosenLabel: string;
  /** Called with the typed text; with `''` when the search ends. */
  onSearch: (text: string) => void;
};

/**
 * An editable combobox (ARIA practices) for lists too long to show. Typing searches, arrow keys move, Enter
 * selects, Escape and leaving keep the previous selection. Use inside a `Field`.
 */
export function Combobox(props: ComboboxProps) {
  const { options, value, onValueChange, chosenLabel, onSearch, ...input } = props;
  const field = use(FieldContext);
  const box = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [requested, setRequested] = useState('');
  const active = options.find((option) => option.value === requested) ?? options[0];
  const close = useCallback(() => {
    setOpen(false);
    setTyped(null);
    onSearch('');
  }, [onSearch]);
  const choose = (next: string) => {
    close();
    if (next !== value) onValueChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = active ? options.indexOf(active) : -1;
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (!open && isArrow) setOpen(true);
    else if (open && event.key === 'Enter' && active) choose(active.value);
    else if (open && isArrow) setRequested(options[moveBy(event.key, at, options) ?? at]?.value ?? '');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        {...input}
        ref={box}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && active ? optionId(listId, active.value) : undefined}
        trail={<ChevronDown aria-hidden className="me-2 size-4 text-fg-3" />}
        value={typed ?? chosenLabel}
        onClick={() => setOpen(true)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setRequested('');
          setOpen(true);
          onSearch(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(close)}
      />
      {open && options.length > 0 ? (
        <SelectList
          id={listId}
          options={options}
          chosen={value}
          active={active?.value}
          button={box}
          labelledBy={field ? `${field.id}-label` : undefined}
          onPoint={setRequested}
          onChoose={choose}
          onClose={close}
        />
      ) : null}
    </>
  );
}
