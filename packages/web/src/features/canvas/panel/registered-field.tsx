import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../../api/queries.ts';
import { workflowListQuery } from '../../../api/requests/workflow-queries.ts';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';

type RegisteredFieldProps = {
  of: string;
  value: string;
  disabled: boolean;
  onChange: (id: string) => void;
};

/** The id of something registered: chosen from a list where the workspace has one, typed where it has none. */
export function RegisteredField(props: RegisteredFieldProps) {
  if (props.of === 'workflow') return <WorkflowField {...props} />;
  if (props.of === 'plan') return <PlanField {...props} />;
  const { value, disabled, onChange } = props;
  return (
    <Input
      className="font-mono text-12!"
      spellCheck={false}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function WorkflowField(props: RegisteredFieldProps) {
  const list = useQuery(workflowListQuery());
  return <Choice {...props} known={list.data?.rows ?? []} />;
}

function PlanField(props: RegisteredFieldProps) {
  const list = useQuery(plansQuery());
  return <Choice {...props} known={list.data?.rows ?? []} />;
}

type Known = readonly { readonly id: string; readonly name: string }[];

/** What is set stays choosable, also when it is not in the list any more. */
function Choice({ value, disabled, onChange, known }: RegisteredFieldProps & { known: Known }) {
  const options = known.map(({ id, name }) => ({ value: id, label: name }));
  const strange = value !== '' && !known.some(({ id }) => id === value);
  return (
    <Select
      value={value}
      disabled={disabled}
      onValueChange={onChange}
      options={strange ? [{ value, label: `${value} (not in the list)` }, ...options] : options}
    />
  );
}
