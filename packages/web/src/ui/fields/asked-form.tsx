import { type FormEvent, type ReactNode, useState } from 'react';
import { AskedField, type AskedValue, readValues } from './asked-value.tsx';

export type AskedFormProps = {
  /** The form id, for a submit button outside of it. */
  formId: string;
  asked: readonly AskedValue[];
  /** Initial texts by field name. */
  texts?: Readonly<Record<string, string>>;
  /** Shown if no values are asked for. */
  nothing?: ReactNode;
  /** Also with the value of the button that submitted, where it has one. */
  onValues: (values: Readonly<Record<string, unknown>>, submitter: string) => void;
};

/** A form with a field per value; invalid input is reported below and not submitted. */
export function AskedForm({ formId, asked, texts = {}, nothing, onValues }: AskedFormProps) {
  const [typed, setTyped] = useState(texts);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const read = readValues(asked, typed);
    setFault(read.ok ? undefined : read.message);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (read.ok) onValues(read.values, submitter?.getAttribute('value') ?? '');
  };
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
      {asked.length === 0 ? nothing : null}
      {asked.map((field) => (
        <AskedField
          key={field.name}
          field={field}
          text={typed[field.name] ?? ''}
          onText={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
      {fault ? (
        <p role="alert" className="text-bad-text">
          {fault}
        </p>
      ) : null}
    </form>
  );
}
