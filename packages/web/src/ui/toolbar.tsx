import { Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { FreeTextInput } from './fields/free-text-input.tsx';
import { Input, type InputProps } from './fields/input.tsx';
import { messages } from './messages.ts';

export type ToolbarProps = {
  /** The accessible name: "Filter payouts". */
  label: string;
  /** Filters and search, at the start. */
  children: ReactNode;
  /** Actions and counts, at the end. */
  end?: ReactNode;
};

/** A wrapping row of filters above a table or list. */
export function Toolbar({ label, children, end }: ToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a wrapping row in every browser
    <div role="group" aria-label={label} data-print="hide" className="flex flex-wrap items-center gap-2">
      {children}
      {end ? <div className="ms-auto flex flex-wrap items-center gap-2 text-12 text-fg-2">{end}</div> : null}
    </div>
  );
}

/**
 * A search field; the label is also the placeholder. `exact`: for codes, without dictation. `wide`: full
 * width.
 */
export function SearchField({
  label,
  exact = false,
  wide = false,
  controlSize = 'sm',
  ...rest
}: Omit<InputProps, 'type' | 'lead' | 'trail' | 'figure'> & {
  label: string;
  exact?: boolean;
  wide?: boolean;
}) {
  const Field = exact ? Input : FreeTextInput;
  return (
    <div className={wide ? 'w-full' : 'w-full sm:w-72'}>
      <Field
        {...rest}
        type="search"
        controlSize={controlSize}
        aria-label={label}
        placeholder={label}
        lead={<Search aria-hidden className="size-4" />}
      />
    </div>
  );
}

/** An active filter with a button that removes it. */
export function FilterChip({ label, value, onClear }: { label: string; value: string; onClear: () => void }) {
  return (
    <span className="inline-flex h-7 items-center gap-1 rounded-md border bg-surface ps-2 text-12">
      <span className="text-fg-3">{label}</span>
      <span className="font-medium">{value}</span>
      <button
        type="button"
        aria-label={messages.table.removeFilter(label, value)}
        onClick={onClear}
        className="grid size-6 place-items-center rounded-sm text-fg-3 hover:text-fg"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  );
}
