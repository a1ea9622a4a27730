import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SuiteDetail } from '../../api/shapes.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  type ExpectationDraft,
  type ExpectationKind,
  emptyExpectation,
  type StubDraft,
} from './case-draft.ts';
import { messages } from './messages.ts';
import { nodeName } from './suite-words.tsx';

const words = messages.edit;
type Nodes = SuiteDetail['graph']['nodes'];

/** Options of a list of words. */
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} required>
      <Select value={value} onValueChange={onChange} options={options} />
    </Field>
  );
}

function NodeChoice({ nodes, value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'> & { nodes: Nodes }) {
  const known = nodes.map(({ id, title }) => ({ value: id, label: title || id }));
  const options = known.some((one) => one.value === value) ? known : [...known, { value, label: value }];
  return <Choice label={words.step} value={value} options={options} onChange={onChange} />;
}

function Row({ remove, onRemove, children }: { remove: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className="flex gap-2 rounded-md border p-3">
      <div className="grid min-w-0 grow content-start gap-3 sm:grid-cols-3">{children}</div>
      <IconButton size="sm" label={remove} icon={<Trash2 aria-hidden />} onClick={onRemove} />
    </div>
  );
}

type StubFieldsProps = {
  stub: StubDraft;
  nodes: Nodes;
  onStub: (stub: StubDraft) => void;
  onRemove: () => void;
};

/** What a step returns in place of the outside. */
export function StubFields({ stub, nodes, onStub, onRemove }: StubFieldsProps) {
  const change = (part: Partial<StubDraft>) => onStub({ ...stub, ...part });
  return (
    <Row remove={words.removeStub(nodeName(nodes, stub.node))} onRemove={onRemove}>
      <NodeChoice nodes={nodes} value={stub.node} onChange={(node) => change({ node, turn: null })} />
      <Choice
        label={words.result}
        value={stub.kind}
        options={optionsOf(words.kinds)}
        onChange={(kind) => change({ kind: kind as StubDraft['kind'] })}
      />
      {stub.kind === 'none' ? null : (
        <Field label={words.delay} required>
          <Input
            inputMode="decimal"
            value={stub.delay}
            onChange={({ target }) => change({ delay: target.value })}
          />
        </Field>
      )}
      {stub.kind === 'output' ? (
        <div className="sm:col-span-3">
          <Field label={words.value} required>
            <CodeArea
              rows={4}
              className="max-h-60"
              value={stub.value}
              onChange={({ target }) => change({ value: target.value })}
            />
          </Field>
        </div>
      ) : null}
      {stub.kind === 'error' ? (
        <>
          <Field label={words.code} required>
            <Input value={stub.code} onChange={({ target }) => change({ code: target.value })} />
          </Field>
          <Field label={words.message}>
            <Input value={stub.message} onChange={({ target }) => change({ message: target.value })} />
          </Field>
          <div className="self-end">
            <Checkbox
              label={words.retryable}
              checked={stub.retryable}
              onChange={({ target }) => change({ retryable: target.checked })}
            />
          </div>
        </>
      ) : null}
    </Row>
  );
}

type ExpectationFieldsProps = {
  expectation: ExpectationDraft;
  nodes: Nodes;
  onExpectation: (expectation: ExpectationDraft) => void;
  onRemove: () => void;
};

/** One expectation of a case. */
export function ExpectationFields({ expectation, nodes, onExpectation, onRemove }: ExpectationFieldsProps) {
  const { kind, node } = expectation;
  const change = (part: Partial<ExpectationDraft>) => onExpectation({ ...expectation, ...part });
  const ofNode = kind === 'node' || kind === 'port' || kind === 'calls' || kind === 'request';
  return (
    <Row remove={words.removeExpectation(words.expectationKinds[kind])} onRemove={onRemove}>
      <Choice
        label={words.kind}
        value={kind}
        options={optionsOf(words.expectationKinds)}
        onChange={(next) =>
          onExpectation({
            ...emptyExpectation(next as ExpectationKind, node || (nodes[0]?.id ?? '')),
            key: expectation.key,
          })
        }
      />
      {ofNode ? (
        <NodeChoice
          nodes={nodes}
          value={node}
          onChange={(next) => change({ node: next, text: kind === 'port' ? '' : expectation.text })}
        />
      ) : null}
      <KindFields expectation={expectation} nodes={nodes} onChange={change} />
    </Row>
  );
}

type KindFieldsProps = {
  expectation: ExpectationDraft;
  nodes: Nodes;
  onChange: (part: Partial<ExpectationDraft>) => void;
};

const runStatuses = ['completed', 'failed', 'waiting'];
const nodeStatuses = ['success', 'error', 'skipped', 'not-reached'];
const statusOptions = (statuses: readonly string[]) =>
  statuses.map((value) => ({ value, label: messages.states[value] ?? value }));

function KindFields({ expectation, nodes, onChange }: KindFieldsProps) {
  const { kind, node, text } = expectation;
  const onText = (next: string) => onChange({ text: next });
  const plain = (label: string) => (
    <Field label={label} required>
      <Input value={text} onChange={({ target }) => onText(target.value)} />
    </Field>
  );
  switch (kind) {
    case 'status':
      return (
        <Choice label={words.status} value={text} options={statusOptions(runStatuses)} onChange={onText} />
      );
    case 'node':
      return (
        <Choice label={words.status} value={text} options={statusOptions(nodeStatuses)} onChange={onText} />
      );
    case 'output':
      return <OutputFields expectation={expectation} nodes={nodes} onChange={onChange} />;
    case 'error':
      return plain(words.code);
    case 'calls':
      return plain(words.count);
    case 'duration':
      return plain(words.seconds);
    case 'port': {
      const outcomes = nodes.find(({ id }) => id === node)?.outcomes ?? [];
      const options = outcomes.map((value) => ({ value, label: value }));
      return <Choice label={words.outcome} value={text} options={options} onChange={onText} />;
    }
    case 'path':
      return (
        <>
          <Choice
            label={words.match}
            value={expectation.match}
            options={optionsOf(words.matches)}
            onChange={(match) => onChange({ match: match as ExpectationDraft['match'] })}
          />
          <div className="sm:col-span-3">
            <Field label={words.nodes} hint={words.nodesHint}>
              <Textarea rows={3} value={text} onChange={({ target }) => onText(target.value)} />
            </Field>
          </div>
        </>
      );
    case 'request':
      return <JsonField label={words.config} expectation={expectation} onChange={onChange} />;
  }
}

function OutputFields({ expectation, onChange }: KindFieldsProps) {
  return (
    <>
      <Choice
        label={words.test}
        value={expectation.test}
        options={optionsOf(words.comparisons)}
        onChange={(test) => onChange({ test: test as ExpectationDraft['test'] })}
      />
      <Field label={words.field} hint={words.fieldHint}>
        <Input value={expectation.text} onChange={({ target }) => onChange({ text: target.value })} />
      </Field>
      {expectation.test === 'within' ? (
        <Field label={words.tolerance} required>
          <Input
            inputMode="decimal"
            value={expectation.tolerance}
            onChange={({ target }) => onChange({ tolerance: target.value })}
          />
        </Field>
      ) : null}
      <JsonField label={words.expected} expectation={expectation} onChange={onChange} />
    </>
  );
}

function JsonField({ label, expectation, onChange }: Omit<KindFieldsProps, 'nodes'> & { label: string }) {
  return (
    <div className="sm:col-span-3">
      <Field label={label} required>
        <CodeArea
          rows={3}
          className="max-h-60"
          value={expectation.json}
          onChange={({ target }) => onChange({ json: target.value })}
        />
      </Field>
    </div>
  );
}
