import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, use, useCallback, useId, useRef, useState } from 'react';
import { messages } from '../messages.ts';
import { controlLook, controlSizes, FieldContext, useFieldWiring } from './field-wiring.ts';
import { jumpTo, moveBy, optionId, type TypedAhead, typeOn } from './select-keys.ts';
import type { SelectGroup, SelectOption } from './select-list.tsx';

const load = () => import('./select-list.tsx');
const SelectList = lazy(async () => ({ default: (await load()).SelectList }));
// a failed preload is reported only when the list is opened
const reach = () => void load().catch(() => undefined);

export type SelectProps = {
  options: readonly (SelectOption | SelectGroup)[];
  /** `''` shows the placeholder. */
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  controlSize?: keyof typeof controlSizes;
  disabled?: boolean;
  id?: string;
  /** Needed outside a `Field`. */
  'aria-label'?: string;
};

/**
 * A select-only combobox (ARIA practices). Type to jump, arrow keys to move, Enter, Space or Tab to select,
 * Escape to cancel. Its list loads on hover or focus. Needs no label inside a `Field`. Throws on an option without a value, which would read as no selection.
 */
export function Select(props: SelectProps) {
  const {
    options,
    value,
    onValueChange,
    placeholder = messages.select.placeholder,
    controlSize = 'md',
    disabled,
  } = props;
  const { required, ...wired } = useFieldWiring({ id: props.id });
  const field = use(FieldContext);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const list = options.flatMap((option) => ('heading' in option ? option.options : [option]));
  if (list.some((option) => option.value === '')) throw new Error('An option of a select needs a value.');
  const chosen = list.find((option) => option.value === value);
  const { open, active, show, close, choose, onKeyDown } = useListKeys({ list, value, onValueChange });
  return (
    <>
      <button
        {...wired}
        ref={button}
        type="button"
        role="combobox"
        disabled={disabled}
        aria-label={props['aria-label']}
        aria-required={required}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && active ? optionId(listId, active.value) : undefined}
        data-placeholder={chosen ? undefined : ''}
        onClick={() => {
          // some browsers do not focus a clicked button
          button.current?.focus();
          if (open) close();
          else show();
        }}
        onKeyDown={onKeyDown}
        onPointerEnter={reach}
        onFocus={reach}
        // deferred: removing a focused element of a dialog would return the focus to the dialog
        onBlur={() => setTimeout(close)}
        className={clsx(
          controlLook,
          controlSizes[controlSize],
          'inline-flex items-center gap-2 text-start data-placeholder:text-fg-3',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{chosen?.label ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-fg-3" />
      </button>
      {open ? (
        <Suspense fallback={null}>
          <SelectList
            id={listId}
            options={options}
            chosen={value}
            active={active?.value}
            button={button}
            label={props['aria-label']}
            labelledBy={props['aria-label'] || !field ? undefined : `${field.id}-label`}
            onPoint={show}
            onChoose={choose}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type Keys = { list: readonly SelectOption[]; value: string; onValueChange: (value: string) => void };

/** The open state and active entry of the list, and the keys that change them. */
function useListKeys({ list, value, onValueChange }: Keys) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const typed = useRef<TypedAhead>({ text: '', atMs: 0 });
  const show = (active = value) => {
    setAt(list.findIndex((option) => option.value === active));
    setOpen(true);
  };
  const close = useCallback(() => setOpen(false), []);
  const choose = (next: string | undefined) => {
    close();
    if (next !== undefined && next !== value) onValueChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    const from = open ? at : list.findIndex((option) => option.value === value);
    if (key.length === 1 && (key !== ' ' || isTyping(typed.current, event))) {
      typed.current = typeOn(typed.current, key, event.timeStamp);
      setAt(jumpTo(typed.current.text, from, list) ?? from);
      setOpen(true);
    } else if (open && (key === 'Enter' || key === ' ' || (key === 'ArrowUp' && event.altKey))) {
      choose(list[at]?.value);
    } else if (key === 'Tab') {
      // Tab moves the focus and keeps the active entry
      if (open) choose(list[at]?.value);
      return;
    } else if (open) {
      const to = moveBy(key, at, list);
      if (to === undefined) return;
      setAt(to);
    } else if (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter' || key === ' ') {
      show();
    } else return;
    event.preventDefault();
  };
  return { open, active: list[at], show, close, choose, onKeyDown };
}

/** Whether a space continues a typed word instead of selecting. */
function isTyping({ text, atMs }: TypedAhead, { timeStamp }: KeyboardEvent): boolean {
  return text !== '' && typeOn({ text, atMs }, ' ', timeStamp).text !== ' ';
}
