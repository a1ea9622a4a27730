import { useState } from 'react';
import { Input } from '../../../ui/fields/input.tsx';

export type WholeInputProps = { value: number | null; onValue: (value: number | null) => void };

/** A field for a whole number: null if empty, NaN if invalid. Keeps invalid text so that it can be corrected. */
export function WholeInput({ value, onValue }: WholeInputProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  return (
    <Input
      figure
      inputMode="numeric"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onValue(readWhole(event.target.value));
      }}
    />
  );
}

/** A whole number of at most six digits, null for an empty text, NaN for any other: `1e5` is not read as 15. */
export function readWhole(text: string): number | null {
  const digits = text.trim();
  if (digits === '') return null;
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
}
