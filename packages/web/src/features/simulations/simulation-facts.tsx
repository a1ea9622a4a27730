import type { Simulation } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { type KeyValue, KeyValueList } from '../../ui/key-value-list.tsx';
import { messages } from './messages.ts';

/** Plans, dates, seed, engine and hashes of a simulation. */
export function SimulationFacts({ simulation }: { simulation: Simulation }) {
  const { draft, baseline, span, seed, scenarios } = simulation;
  const version = (side: typeof draft) =>
    side.version === null ? messages.facts.notStored : messages.facts.version(side.version);
  const rows: KeyValue[] = [
    { key: messages.facts.plan, value: messages.facts.planVersion(draft.name, version(draft)) },
    ...(baseline
      ? [
          {
            key: messages.facts.comparedWith,
            value: messages.facts.planVersion(baseline.name, version(baseline)),
          },
        ]
      : []),
    { key: messages.facts.days, value: `${formatDay(span.from)} – ${formatDay(span.to)}` },
    ...(seed === null ? [] : [{ key: messages.facts.seed, value: seed, mono: true }]),
    ...(scenarios === null
      ? []
      : [{ key: messages.facts.scenarios, value: formatCount(scenarios), figure: true }]),
    { key: messages.facts.engine, value: simulation.engineVersion, mono: true },
    ...(simulation.inputHash === null
      ? []
      : [{ key: messages.facts.inputHash, value: simulation.inputHash, mono: true }]),
    ...(simulation.resultHash === null
      ? []
      : [{ key: messages.facts.resultHash, value: simulation.resultHash, mono: true }]),
    {
      key: messages.facts.started,
      value: messages.facts.startedBy(formatMoment(simulation.createdAt), simulation.createdBy),
    },
    { key: messages.facts.finished, value: formatMoment(simulation.finishedAt) },
  ];
  return (
    <Card title={messages.facts.title}>
      <KeyValueList rows={rows} />
    </Card>
  );
}
