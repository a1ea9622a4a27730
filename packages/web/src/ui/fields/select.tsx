import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { pageNonce } from '../../base/trusted-markup.ts';
import { controlLook, controlSizes, useFieldWiring } from './field-wiring.ts';

/** One entry of the list. `value` must not be empty: nothing chosen is `''` on the select itself. */
export type SelectOption = { value: string; label: string; hint?: string; disabled?: boolean };
/** Entries under a heading. */
export type SelectGroup = { heading: string; options: readonly SelectOption[] };

export type SelectProps = {
  options: readonly (SelectOption | SelectGroup)[];
  /** `''` shows the placeholder. */
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  controlSize?: keyof typeof controlSizes;
  disabled?: boolean;
  /** The name in native form submission. */
  name?: string;
  id?: string;
  /** Needed outside a `Field`. */
  'aria-label'?: string;
  /** Stands before the chosen words. */
  lead?: ReactNode;
};

/** One of many. Type to jump, arrow keys to move; inside a `Field` it needs no label of its own. */
export function Select(props: SelectProps) {
  const {
    options,
    value,
    onValueChange,
    placeholder = 'Choose…',
    controlSize = 'md',
    disabled,
    name,
    lead,
  } = props;
  const { required, ...wired } = useFieldWiring({ id: props.id });
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      disabled={disabled}
      name={name}
      required={required}
    >
      <Radix.Trigger
        {...wired}
        aria-label={props['aria-label']}
        className={clsx(
          controlLook,
          controlSizes[controlSize],
          'inline-flex items-center gap-2 text-start data-placeholder:text-fg-3',
        )}
      >
        {lead}
        <span className="min-w-0 flex-1 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown aria-hidden className="size-4 text-fg-3" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border bg-surface shadow-float data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:duration-100"
        >
          <Radix.Viewport nonce={pageNonce()} className="max-h-80 p-1">
            {options.map((option) =>
              'heading' in option ? (
                <Radix.Group key={option.heading}>
                  <Radix.Label className="caption px-2 pt-2 pb-1 text-fg-3">{option.heading}</Radix.Label>
                  {option.options.map((inner) => (
                    <Option key={inner.value} option={inner} />
                  ))}
                </Radix.Group>
              ) : (
                <Option key={option.value} option={option} />
              ),
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled}
      // Named by all its words, the hint among them.
      aria-labelledby={undefined}
      className="flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none data-disabled:cursor-default data-disabled:text-fg-3 data-highlighted:bg-primary-soft data-highlighted:text-primary-text pointer-coarse:min-h-10 forced-colors:data-highlighted:outline-2"
    >
      <span className="min-w-0 flex-1">
        <Radix.ItemText>{option.label}</Radix.ItemText>
        {option.hint ? <span className="block text-12 text-fg-3">{option.hint}</span> : null}
      </span>
      <Radix.ItemIndicator>
        <Check aria-hidden className="size-4" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}
