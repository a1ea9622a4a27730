import { limitsInWords } from '@attain/domain/policies/policy-limits';
import { History, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { violationsQuery } from '../../api/requests/policy-queries.ts';
import type { PolicyDetail as Policy } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { PolicyStatusBadge, placesOf } from './policy-table.tsx';
import { ViolationList } from './violation-list.tsx';

const words = messages.detail;
const changes = [keys.policies, keys.approvals, keys.audit];

type PolicyDetailProps = {
  policy: Policy;
  /** The link to the request that waits for someone else. */
  approvalLink: (id: string) => ReactNode;
  onEdit: () => void;
  onTest: () => void;
  onRemoved: () => void;
};

/** One policy: what it does, its switches, and what it stopped. */
export function PolicyDetail(props: PolicyDetailProps) {
  const { policy, approvalLink } = props;
  const { name, description, type, priority, rule, document } = policy;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-15 font-semibold">{name}</h2>
        <PolicyStatusBadge {...policy} />
        <Badge>{messages.types[type]}</Badge>
        <Moves {...props} />
      </div>
      {policy.approvalId === null ? null : (
        <p className="rounded-md bg-info-soft px-3 py-2 text-info-text">
          {words.waits} {approvalLink(policy.approvalId)}
        </p>
      )}
      {description === '' ? null : <p className="max-w-prose text-fg-2">{description}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <KeyValueList
          rows={[
            { key: words.appliesTo, value: placesOf(policy) },
            { key: words.conditions, value: rule === null ? words.written : policy.conditions },
            { key: words.actions, value: policy.actions },
            { key: words.holds, value: limitsInWords(policy.limits) },
            { key: words.governs, value: governed(policy) },
            { key: messages.table.priority, value: messages.priorities[priority] },
            { key: messages.table.hits, value: policy.hits, figure: true },
            { key: messages.table.denials, value: policy.denials, figure: true },
            { key: words.version, value: policy.version, figure: true },
          ]}
        />
        <Switches policy={policy} />
      </div>
      <details open={rule === null}>
        <summary className="min-h-6 w-fit cursor-pointer text-fg-2">{words.showDocument}</summary>
        <div className="pt-2">
          <CodeBlock label={words.document} code={document} />
        </div>
      </details>
      <Violations policyId={policy.id} />
    </div>
  );
}

function governed({ resourceType, resourceId }: Policy): string {
  return [words.resources[resourceType], resourceId].filter((part) => part !== '').join(': ');
}

function Moves({ policy, onEdit, onTest, onRemoved }: PolicyDetailProps) {
  const { id, status, name } = policy;
  const mayEdit = useMay('edit:policies');
  const move = useAct({
    act: client.policies.setStatus,
    changes,
    failure: messages.actions.moveFailure,
    onDone: (done) =>
      toast({
        title:
          done.approvalId !== null
            ? messages.actions.asked
            : done.status === 'active'
              ? messages.actions.activated
              : messages.actions.deactivated,
        text: name,
        meaning: 'ok',
      }),
  });
  const remove = useAct({
    act: client.policies.remove,
    changes,
    failure: messages.actions.removeFailure,
    onDone: () => {
      toast({ title: messages.actions.removed, text: name, meaning: 'ok' });
      onRemoved();
    },
  });
  if (!mayEdit) return null;
  const next = status === 'active' ? 'inactive' : 'active';
  return (
    <div className="ms-auto flex flex-wrap gap-2">
      {status === 'active' ? null : (
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
          {messages.actions.remove}
        </Button>
      )}
      <Button icon={<History aria-hidden />} onClick={onTest}>
        {messages.actions.test}
      </Button>
      <Button icon={<Pencil aria-hidden />} onClick={onEdit}>
        {messages.actions.edit}
      </Button>
      <Button
        variant={next === 'active' ? 'primary' : 'secondary'}
        busy={move.isPending}
        disabled={next === 'active' && policy.approvalId !== null}
        onClick={() => move.mutate({ id, status: next })}
      >
        {next === 'active' ? messages.actions.activate : messages.actions.deactivate}
      </Button>
    </div>
  );
}

function Switches({ policy }: { policy: Policy }) {
  const { id, enforce, log, notify } = policy;
  const mayEdit = useMay('edit:policies');
  const change = useAct({
    act: client.policies.setSwitches,
    changes,
    failure: messages.actions.switchFailure,
    onDone: ({ name }) => toast({ title: messages.actions.switched, text: name, meaning: 'ok' }),
  });
  const disabled = !mayEdit || change.isPending;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-12 text-fg-3">{words.enforcement}</legend>
      <Switch
        label={words.enforce}
        hint={words.enforceHint}
        checked={enforce}
        disabled={disabled}
        onChange={() => change.mutate({ id, enforce: !enforce, log, notify })}
      />
      <Switch
        label={words.log}
        hint={words.logHint}
        checked={log}
        disabled={disabled}
        onChange={() => change.mutate({ id, enforce, log: !log, notify })}
      />
      <Switch
        label={words.notify}
        hint={words.notifyHint}
        checked={notify}
        disabled={disabled}
        onChange={() => change.mutate({ id, enforce, log, notify: !notify })}
      />
    </fieldset>
  );
}

function Violations({ policyId }: { policyId: string }) {
  const list = useRows(violationsQuery({ policy: policyId }));
  return (
    <section aria-label={words.violations}>
      <h3 className="pb-1 text-12 text-fg-3">{words.violations}</h3>
      <ViolationList list={list} empty={words.noViolations} />
    </section>
  );
}
