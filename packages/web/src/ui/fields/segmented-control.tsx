import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

/** One choice of a segmented control. */
export type Segment<Value extends string> = {
  value: Value;
  label: ReactNode;
  icon?: ReactNode;
  /** Shown as a tooltip. */
  hint?: string;
  disabled?: boolean;
};

export type SegmentedControlProps<Value extends string> = {
  /** The accessible name of the control. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  size?: 'sm' | 'md';
  /** Only the selected segment shows its label, the others their icons. */
  compact?: boolean;
};

/** Two to four choices side by side. Radio buttons underneath: arrow keys select. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onValueChange, size = 'md', compact = false } = props;
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={segment.hint}
          className={clsx(
            'relative inline-flex cursor-pointer items-center justify-center gap-1.5 rounded-sm px-2.5 font-medium whitespace-nowrap text-fg-2',
            'has-checked:bg-surface has-checked:text-fg has-checked:shadow-card hover:text-fg has-disabled:cursor-default has-disabled:opacity-50 dark:has-checked:bg-surface-2',
            'has-focus-visible:outline-2 has-focus-visible:outline-ring [&_svg]:size-4 forced-colors:has-checked:outline-2 pointer-coarse:h-10',
            size === 'sm' ? 'h-6 text-12' : 'h-7 text-13',
          )}
        >
          <input
            type="radio"
            className="absolute inset-0 cursor-pointer opacity-0"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            onChange={() => onValueChange(segment.value)}
          />
          {segment.icon}
          {compact ? (
            <span className={clsx(segment.value !== value && 'sr-only')}>{segment.label}</span>
          ) : (
            segment.label
          )}
        </label>
      ))}
    </fieldset>
  );
}
