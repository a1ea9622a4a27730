import type { Simulation } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { type KeyValue, KeyValueList } from '../../ui/key-value-list.tsx';

/** What a simulation rests on: the same hash of what was read gives the same result. */
export function SimulationFacts({ simulation }: { simulation: Simulation }) {
  const { draft, baseline, span, seed, scenarios } = simulation;
  const version = (side: typeof draft) => (side.version === null ? 'not stored' : `version ${side.version}`);
  const rows: KeyValue[] = [
    { key: 'Plan', value: `${draft.name}, ${version(draft)}` },
    ...(baseline ? [{ key: 'Compared with', value: `${baseline.name}, ${version(baseline)}` }] : []),
    { key: 'Days', value: `${formatDay(span.from)} – ${formatDay(span.to)}` },
    ...(seed === null ? [] : [{ key: 'Seed', value: seed, mono: true }]),
    ...(scenarios === null ? [] : [{ key: 'Scenarios', value: formatCount(scenarios), figure: true }]),
    { key: 'Engine', value: simulation.engineVersion, mono: true },
    ...(simulation.inputHash === null
      ? []
      : [{ key: 'Hash of what was read', value: simulation.inputHash, mono: true }]),
    ...(simulation.resultHash === null
      ? []
      : [{ key: 'Hash of the result', value: simulation.resultHash, mono: true }]),
    { key: 'Started', value: `${formatMoment(simulation.createdAt)} by ${simulation.createdBy}` },
    { key: 'Finished', value: formatMoment(simulation.finishedAt) },
  ];
  return (
    <Card title="What it rests on">
      <KeyValueList rows={rows} />
    </Card>
  );
}
