import type { NodeType, Port } from '@attain/domain/workflows/nodes/node-type';
import { sentenceCase } from '../../../base/format-number.ts';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { KeyValueList } from '../../../ui/key-value-list.tsx';
import { messages } from '../messages.ts';

const statuses: Record<NodeType['status'], Meaning> = { stable: 'ok', beta: 'info', deprecated: 'warn' };

const sideEffects: Record<NodeType['sideEffect'], string> = {
  pure: messages.facts.sideEffects.pure,
  read: messages.facts.sideEffects.read,
  write: messages.facts.sideEffects.write,
  money: messages.facts.sideEffects.money,
  external: messages.facts.sideEffects.external,
};
const repetitions: Record<NodeType['idempotency'], string> = {
  natural: messages.facts.repetitions.natural,
  key: messages.facts.repetitions.key,
  none: messages.facts.repetitions.none,
};
const workings: Record<NodeType['working'], string> = {
  computed: messages.facts.workings.computed,
  effect: messages.facts.workings.effect,
  wait: messages.facts.workings.wait,
  task: messages.facts.workings.task,
  loop: messages.facts.workings.loop,
};

/** The properties of a node type (NODES-09): ports, side effects, repetition, timeout and retries. */
export function NodeFacts({ type, usageCount }: { type: NodeType; usageCount: number | undefined }) {
  const { reliability } = type;
  return (
    <div className="flex flex-col gap-4">
      <p>{type.description}</p>
      <KeyValueList
        rows={[
          { key: messages.facts.id, value: type.type, mono: true },
          { key: messages.facts.category, value: type.category },
          { key: messages.facts.group, value: type.group },
          { key: messages.facts.version, value: type.version, mono: true },
          {
            key: messages.facts.status,
            value: <Badge meaning={statuses[type.status]}>{sentenceCase(type.status)}</Badge>,
          },
          { key: messages.facts.usageCount, value: usageCount ?? '…', figure: true },
          { key: messages.facts.execution, value: workings[type.working] },
          { key: messages.facts.sideEffect, value: sideEffects[type.sideEffect] },
          { key: messages.facts.repetition, value: repetitions[type.idempotency] },
          {
            key: messages.facts.timeout,
            value: reliability
              ? messages.facts.timeoutText(
                  reliability.timeoutSeconds,
                  reliability.retries,
                  reliability.backoffSeconds,
                )
              : messages.facts.noRetries,
          },
        ]}
      />
      <Ports title={messages.facts.inputs} ports={type.inputs} none={messages.facts.noInputs} />
      <Ports title={messages.facts.outputs} ports={type.outputs} none={messages.facts.noOutputs} />
    </div>
  );
}

function Ports({ title, ports, none }: { title: string; ports: readonly Port[]; none: string }) {
  return (
    <section aria-label={title}>
      <h3 className="caption mb-1 text-fg-3">{title}</h3>
      {ports.length === 0 ? (
        <p className="text-fg-2">{none}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {ports.map(({ name, label, type, many, optional }) => (
            <li key={name} className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{label}</span>
              <code className="font-mono text-12 text-fg-2">{name}</code>
              <Badge mono>{type}</Badge>
              {many ? <span className="text-12 text-fg-3">{messages.facts.many}</span> : null}
              {optional ? <span className="text-12 text-fg-3">{messages.facts.optional}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
