import type { NodeType, Port } from '@attain/domain/workflows/nodes/node-type';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { KeyValueList } from '../../../ui/key-value-list.tsx';

const statuses: Record<NodeType['status'], Meaning> = { stable: 'ok', beta: 'info', deprecated: 'warn' };

const sideEffects: Record<NodeType['sideEffect'], string> = {
  pure: 'None: it only computes',
  read: 'Reads, and changes nothing',
  write: 'Writes into this workspace',
  money: 'Moves or decides money',
  external: 'Reaches beyond this workspace',
};
const repetitions: Record<NodeType['idempotency'], string> = {
  natural: 'Harmless: done twice is done once',
  key: 'Harmless: the second is known by its Idempotency-Key',
  none: 'Happens twice; when nobody knows whether it was done, a person is asked',
};
const workings: Record<NodeType['working'], string> = {
  computed: 'Computed inside the run',
  effect: 'Performed outside, as a step of its own',
  wait: 'Parks the run until a moment or a signal',
  task: 'Asks a person, in the Action Center',
  loop: 'Runs what hangs on it, turn by turn',
};

/** What a type of node is and promises (NODES-09): ports, side effect, what a repetition does, how patiently it is tried. */
export function NodeFacts({ type, usageCount }: { type: NodeType; usageCount: number | undefined }) {
  const { reliability } = type;
  return (
    <div className="flex flex-col gap-4">
      <p>{type.description}</p>
      <KeyValueList
        rows={[
          { key: 'Id', value: type.type, mono: true },
          { key: 'Category', value: type.category },
          { key: 'Palette group', value: type.group },
          { key: 'Version', value: type.version, mono: true },
          { key: 'Status', value: <Badge meaning={statuses[type.status]}>{type.status}</Badge> },
          { key: 'Usage count', value: usageCount ?? '…', figure: true },
          { key: 'Works', value: workings[type.working] },
          { key: 'Side effect', value: sideEffects[type.sideEffect] },
          { key: 'Repetition', value: repetitions[type.idempotency] },
          {
            key: 'Timeout and retries',
            value: reliability
              ? `${reliability.timeoutSeconds} s, ${reliability.retries} retries, ${reliability.backoffSeconds} s before the first`
              : 'Nothing is attempted, so nothing is tried again',
          },
        ]}
      />
      <Ports title="Inputs" ports={type.inputs} none="None: a run begins here." />
      <Ports title="Outputs" ports={type.outputs} none="None: a path ends here." />
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
              {many ? <span className="text-12 text-fg-3">takes many connections</span> : null}
              {optional ? <span className="text-12 text-fg-3">may stay open</span> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
