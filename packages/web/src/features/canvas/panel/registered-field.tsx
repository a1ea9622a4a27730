import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useMay } from '../../../api/me.ts';
import { plansQuery } from '../../../api/queries.ts';
import { connectionsQuery } from '../../../api/requests/connection-queries.ts';
import { workflowListQuery } from '../../../api/requests/workflow-queries.ts';
import { useRows } from '../../../api/use-rows.ts';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { CanvasContext } from '../editing/canvas-context.ts';

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
  if (props.of === 'database') return <ConnectionField {...props} kind="database" also={OWN_RECORDS} />;
  if (props.of === 'credential') return <ConnectionField {...props} kind="http" also={NO_SECRET} />;
  if (props.of === 'provider') return <ConnectionField {...props} kind="llm" also={ANALYST} />;
  const [of, kind] = props.of.split('/') as [string, ConnectionKind];
  if (of === 'connection')
    return <ConnectionField {...props} kind={kind} also={mayBeLeftOut.has(kind) ? ONLY_ONE : []} />;
  return <TypedField {...props} />;
}

function TypedField({ value, disabled, onChange }: RegisteredFieldProps) {
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
  // A workflow that called itself would never end.
  const own = use(CanvasContext)?.workflowId;
  return <Choice {...props} known={(list.data?.rows ?? []).filter(({ id }) => id !== own)} />;
}

function PlanField(props: RegisteredFieldProps) {
  const list = useQuery({ ...plansQuery(), enabled: useMay('read:plans') });
  // who draws the workflow need not read plans: whoever runs it does
  if (!list.isEnabled) return <TypedField {...props} />;
  return <Choice {...props} known={list.data?.rows ?? []} />;
}

/** Kinds of which a workspace usually has one, so that a step need not name it. */
const mayBeLeftOut: ReadonlySet<ConnectionKind> = new Set(['email', 'sms']);
const OWN_RECORDS = [{ id: 'attain', name: 'Attain’s own records' }];
const ANALYST = [
  { id: '', name: 'The workspace’s own' },
  { id: 'offline', name: 'Built-in analyst' },
];
const ONLY_ONE = [{ id: '', name: 'The only one' }];
const NO_SECRET = [{ id: '', name: 'None' }];

function ConnectionField({
  kind,
  also,
  ...props
}: RegisteredFieldProps & { kind: ConnectionKind; also: Known }) {
  const { rows } = useRows(connectionsQuery({ kind }));
  return <Choice {...props} known={[...also, ...rows]} />;
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
