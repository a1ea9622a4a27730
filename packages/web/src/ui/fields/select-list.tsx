import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { optionId } from './select-keys.ts';

/** One option. `value` must not be empty: `''` means no selection. */
export type SelectOption = { value: string; label: string; hint?: string; disabled?: boolean };
/** Options under a heading. */
export type SelectGroup = { heading: string; options: readonly SelectOption[] };

type SelectListProps = {
  id: string;
  options: readonly (SelectOption | SelectGroup)[];
  chosen: string;
  /** The value of the option under the keyboard or pointer. */
  active: string | undefined;
  /** The button the list is placed next to, which keeps the focus. */
  button: RefObject<HTMLElement | null>;
  onPoint: (value: string) => void;
  onChoose: (value: string) => void;
  onClose: () => void;
  labelledBy?: string;
  label?: string;
};

/**
 * The open list of a select. It stays next to its button in the document and is shown in the browser's top
 * layer, so that nothing must be hidden from assistive technology and dialogs do not treat it as outside.
 * The focus stays on the button.
 */
export function SelectList(props: SelectListProps) {
  const { id, options, chosen, active, button, onPoint, onChoose, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.showPopover();
    const follow = () => list.current && button.current && putBeside(list.current, button.current);
    follow();
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, [button]);
  useEffect(() => {
    if (active !== undefined)
      document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  useEffect(() => {
    // captured before other Escape listeners, so that the dialog around the list stays open
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onClose();
    };
    addEventListener('keydown', leave, true);
    return () => removeEventListener('keydown', leave, true);
  }, [onClose]);
  const entry = (option: SelectOption) => (
    <Option
      key={option.value}
      id={optionId(id, option.value)}
      option={option}
      chosen={option.value === chosen}
      active={option.value === active}
      onPoint={() => onPoint(option.value)}
      onChoose={() => onChoose(option.value)}
    />
  );
  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      tabIndex={-1}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      // keeps the focus on the button while the pointer is in the list
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-auto m-0 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain rounded-lg border bg-surface p-1 text-start text-fg shadow-float animate-in fade-in-0 duration-100"
    >
      {options.map((option) =>
        'heading' in option ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a listbox
          <div key={option.heading} role="group" aria-label={option.heading}>
            <div aria-hidden className="caption px-2 pt-2 pb-1 text-fg-3">
              {option.heading}
            </div>
            {option.options.map(entry)}
          </div>
        ) : (
          entry(option)
        ),
      )}
    </div>
  );
}

type OptionProps = {
  id: string;
  option: SelectOption;
  chosen: boolean;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, option, chosen, active, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focused button handles the keys for all options
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-disabled={option.disabled}
      data-highlighted={active || undefined}
      onPointerMove={option.disabled || active ? undefined : onPoint}
      onClick={option.disabled ? undefined : onChoose}
      className={clsx(
        'flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none pointer-coarse:min-h-10',
        option.disabled ? 'text-fg-3' : 'cursor-pointer',
        'data-highlighted:bg-primary-soft data-highlighted:text-primary-text forced-colors:data-highlighted:outline-2',
      )}
    >
      <span className="min-w-0 flex-1">
        <span>{option.label}</span>
        {option.hint ? <span className="block text-12 text-fg-3">{option.hint}</span> : null}
      </span>
      {chosen ? <Check aria-hidden className="size-4" /> : null}
    </div>
  );
}

/** In CSS pixels: distance to the button, distance to the window, maximum height. */
const gap = { button: 4, window: 8, tallest: 328 };

/** Places the list below its button, or above if there is more room, within the window. */
function putBeside(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const below = innerHeight - at.bottom - gap.button - gap.window;
  const above = at.top - gap.button - gap.window;
  const wanted = Math.min(list.scrollHeight + 2, gap.tallest);
  const up = below < wanted && above > below;
  list.style.minWidth = `${at.width}px`;
  list.style.maxHeight = `${Math.min(gap.tallest, up ? above : below)}px`;
  const start = getComputedStyle(button).direction === 'rtl' ? at.right - list.offsetWidth : at.left;
  const left = Math.min(start, innerWidth - list.offsetWidth - gap.window);
  list.style.left = `${Math.max(gap.window, left)}px`;
  list.style.top = `${up ? at.top - gap.button - list.offsetHeight : at.bottom + gap.button}px`;
}
