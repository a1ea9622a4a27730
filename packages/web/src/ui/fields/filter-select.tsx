import { Select } from './select.tsx';

/** The value that stands for no filter. */
const ANY = 'any';

export type FilterSelectProps<Value extends string> = {
  label: string;
  /** Undefined: everything. */
  value: Value | undefined;
  /** What everything is called: "All statuses". */
  all: string;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
};

/** A filter of a list: one of the options, or all. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, all, options, onChange } = props;
  return (
    <div className="w-full sm:w-44">
      <Select
        aria-label={label}
        controlSize="sm"
        value={value ?? ANY}
        onValueChange={(next) => onChange(options.find((one) => one.value === next)?.value)}
        options={[{ value: ANY, label: all }, ...options]}
      />
    </div>
  );
}
