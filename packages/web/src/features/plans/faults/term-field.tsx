import { Field, type FieldProps } from '../../../ui/fields/field.tsx';
import { useFault } from './component-faults.ts';

/** A plan field that shows the fault at its path in the document. */
export function TermField({ place, error, ...field }: FieldProps & { place: string }) {
  const fault = useFault(place);
  return <Field {...field} error={error ?? fault} />;
}
