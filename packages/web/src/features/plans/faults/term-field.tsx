import { Field, type FieldProps } from '../../../ui/fields/field.tsx';
import { useFault } from './component-faults.ts';

/** A field of a plan that says what is wrong at its own place in the document. */
export function TermField({ place, error, ...field }: FieldProps & { place: string }) {
  const fault = useFault(place);
  return <Field {...field} error={error ?? fault} />;
}
