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
import { messages } from '../messages.ts';

type RegisteredFieldProps = {
  of: string;
  value: string;
  disabled: boolean;
  onChange: (id: string) => void;
};

/** The id of a registered object: chosen from a list where one exists, else typed. */
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
  return <Choice {...props} known={useOtherWorkflows()} />;
}

/** The workflow that runs when another one fails. */
export function ErrorWorkflowField(props: Omit<RegisteredFieldProps, 'of'>) {
  return <Choice {...props} known={[{ id: '', name: messages.registered.none }, ...useOtherWorkflows()]} />;
}

/** All workflows but the open one: one that calls itself would never end. */
function useOtherWorkflows(): Known {
  const list = useQuery(workflowListQuery());
  const own = use(CanvasContext)?.workflowId;
  return (list.data?.rows ?? []).filter(({ id }) => id !== own);
}

function PlanField(props: RegisteredFieldProps) {
  const list = useQuery({ ...plansQuery(), enabled: useMay('read:plans') });
  // users without access to the list type the id
  if (!list.isEnabled) return <TypedField {...props} />;
  return <Choice {...props} known={list.data?.rows ?? []} />;
}

/** types of which a workspace usually has one, so that steps may omit it */
const mayBeLeftOut: ReadonlySet<ConnectionKind> = new Set(['email', 'sms']);
const OWN_RECORDS = [{ id: 'attain', name: messages.registered.ownRecords }];
const ANALYST = [
  { id: '', name: messages.registered.workspace },
  { id: 'offline', name: messages.registered.analyst },
];
const ONLY_ONE = [{ id: '', name: messages.registered.onlyOne }];
const NO_SECRET = [{ id: '', name: messages.registered.none }];

function ConnectionField({
  kind,
  also,
  ...props
}: RegisteredFieldProps & { kind: ConnectionKind; also: Known }) {
  const { rows } = useRows(connectionsQuery({ kind }));
  return <Choice {...props} known={[...also, ...rows]} />;
}

type Known = readonly { readonly id: string; readonly name: string }[];

/** Stands for “nothing chosen”, because an option needs a value; no id is a sign. */
const BLANK = '-';

/** The stored value stays selectable even if it is no longer listed. */
function Choice({ value, disabled, onChange, known }: Omit<RegisteredFieldProps, 'of'> & { known: Known }) {
  const options = known.map(({ id, name }) => ({ value: id || BLANK, label: name }));
  const strange = value !== '' && !known.some(({ id }) => id === value);
  return (
    <Select
      value={value || BLANK}
      disabled={disabled}
      onValueChange={(chosen) => onChange(chosen === BLANK ? '' : chosen)}
      options={strange ? [{ value, label: messages.registered.unlisted(value) }, ...options] : options}
    />
  );
}
