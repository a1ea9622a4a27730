import {
  type Completion,
  completionsAt,
  withPath,
} from '@attain/domain/workflows/expressions/complete-expression';
import { clsx } from 'clsx';
import { type KeyboardEvent, use, useId, useRef, useState } from 'react';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { messages } from '../messages.ts';
import { DataPicker } from './data-picker.tsx';
import { KnownDataContext } from './known-data-context.ts';

type ExpressionFieldProps = {
  label: string;
  format: 'expression' | 'template';
  value: string;
  disabled: boolean;
  onChange: (text: string) => void;
};

type Offer = { readonly options: readonly Completion[]; readonly chosen: number };
type Editor = HTMLInputElement | HTMLTextAreaElement;

const none: Offer = { options: [], chosen: -1 };

/** An expression or template, with ways to go on while typing and values to pick (WF-84). */
export function ExpressionField({ label, format, value, disabled, onChange }: ExpressionFieldProps) {
  const data = use(KnownDataContext);
  const editor = useRef<Editor>(null);
  const listId = useId();
  const [offer, setOffer] = useState(none);
  const { options, chosen } = offer;
  const put = (text: string, cursor: number) => {
    onChange(text);
    setOffer(none);
    requestAnimationFrame(() => {
      editor.current?.focus();
      editor.current?.setSelectionRange(cursor, cursor);
    });
  };
  const look = ({ value: text, selectionStart }: Editor) => {
    if (data === null) return;
    setOffer({
      options: completionsAt({ text, cursor: selectionStart ?? text.length, format }, data),
      chosen: -1,
    });
  };
  const accept = (one: Completion) =>
    put(value.slice(0, one.from) + one.insert + value.slice(one.to), one.from + one.insert.length);
  const onKeyDown = (event: KeyboardEvent<Editor>) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      look(event.currentTarget);
      return;
    }
    if (options.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[chosen];
    if (step !== undefined) setOffer({ options, chosen: (chosen + step + options.length) % options.length });
    else if (event.key === 'Escape') setOffer(none);
    else if (event.key === 'Enter' && option !== undefined) accept(option);
    else return;
    event.preventDefault();
  };
  const wired = {
    value,
    disabled,
    spellCheck: false,
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-controls': options.length > 0 ? listId : undefined,
    'aria-activedescendant': options[chosen] === undefined ? undefined : `${listId}-${chosen}`,
    onKeyDown,
    onChange: ({ target }: { target: Editor }) => {
      onChange(target.value);
      look(target);
    },
    onBlur: () => setOffer(none),
  };
  const ref = (found: Editor | null) => {
    editor.current = found;
  };
  return (
    <div className="relative flex items-start gap-1">
      <div className="min-w-0 flex-1">
        {format === 'template' ? (
          <CodeArea rows={2} ref={ref} {...wired} />
        ) : (
          <Input className="font-mono text-12!" ref={ref} {...wired} />
        )}
      </div>
      {data === null ? null : (
        <DataPicker
          label={label}
          data={data}
          disabled={disabled}
          onPick={(path) => {
            const cursor = editor.current?.selectionStart ?? value.length;
            const made = withPath({ text: value, cursor, format }, path);
            put(made.text, made.cursor);
          }}
        />
      )}
      {options.length > 0 ? (
        <div
          id={listId}
          role="listbox"
          aria-label={messages.panel.completions}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-52 overflow-y-auto rounded-md border bg-surface py-1 shadow-md"
        >
          {options.map((one, at) => (
            <Option
              key={one.label}
              id={`${listId}-${at}`}
              option={one}
              selected={at === chosen}
              onPick={() => accept(one)}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}

type OptionProps = { id: string; option: Completion; selected: boolean; onPick: () => void };

function Option({ id, option, selected, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the editor keeps the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the editor names the active option
    <div
      id={id}
      role="option"
      aria-selected={selected}
      ref={(row) => {
        if (selected) row?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={clsx('cursor-pointer px-2 py-1 text-12 hover:bg-surface-2', selected && 'bg-primary-soft')}
    >
      <span className="block truncate font-mono">{option.label}</span>
      <span className="block truncate text-11 text-fg-2">{option.detail}</span>
    </div>
  );
}
