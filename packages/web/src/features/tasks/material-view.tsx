import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { paths } from '../../paths.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { messages } from './messages.ts';
import type { Fact, Material, MaterialTable } from './task-material.ts';

/** The data a decision is based on, with links to the objects it names. */
export function MaterialView({ material, level = 0 }: { material: Material; level?: number }) {
  return (
    <div className="flex flex-col gap-3">
      {material.facts.length > 0 ? (
        <KeyValueList
          rows={material.facts.map((fact) => ({ key: fact.label, value: <FactText fact={fact} /> }))}
        />
      ) : null}
      {material.tables.map((table) => (
        <Rows key={table.title} table={table} />
      ))}
      {material.parts.map((part) => (
        <section key={part.title} aria-label={part.title} className="border-s ps-3">
          <p className="text-12 font-medium">{part.title}</p>
          <MaterialView material={part.material} level={level + 1} />
        </section>
      ))}
    </div>
  );
}

function Rows({ table }: { table: MaterialTable }) {
  const { title, columns, rows, count } = table;
  return (
    <div className="min-w-0">
      <ScrollRegion label={title} className="rounded-md border">
        <table className="w-full text-12">
          <caption className="px-2 pt-1.5 text-start font-medium">
            {title} ({count})
          </caption>
          <thead>
            <tr className="border-b text-fg-3">
              {columns.map((column, at) => (
                <th
                  key={column}
                  scope="col"
                  className={`px-2 py-1.5 font-medium whitespace-nowrap ${rows[0]?.[at]?.figure ? 'text-end' : 'text-start'}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the input of a step never changes
              <tr key={at} className="border-b last:border-b-0">
                {row.map((fact) => (
                  <td
                    key={fact.label}
                    className={`min-w-20 max-w-80 px-2 py-1.5 align-top break-words ${fact.figure ? 'figures text-end' : ''}`}
                  >
                    <FactText fact={fact} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {count > rows.length ? (
        <p className="pt-1 text-12 text-fg-2">{messages.material.first(rows.length)}</p>
      ) : null}
    </div>
  );
}

function FactText({ fact: { text, place, figure } }: { fact: Fact }) {
  const may = {
    plan: useMay('read:plans'),
    calculation: useMay('read:calculations'),
    simulation: useMay('read:simulations'),
    run: useMay('read:workflow-runs'),
  };
  if (place === null || !may[place.kind])
    return <span className={figure ? 'figures' : undefined}>{text}</span>;
  const { kind, id } = place;
  const look = 'text-primary-text underline';
  if (kind === 'plan')
    return (
      <Link className={look} {...paths.plan(id)}>
        {messages.material.plan}
      </Link>
    );
  if (kind === 'calculation')
    return (
      <Link className={look} {...paths.run(id)}>
        {messages.material.calculation}
      </Link>
    );
  if (kind === 'run')
    return (
      <Link className={look} {...paths.workflowRun(id)}>
        {messages.material.run}
      </Link>
    );
  return (
    <Link className={look} {...paths.simulation(id)}>
      {messages.material.simulation}
    </Link>
  );
}
