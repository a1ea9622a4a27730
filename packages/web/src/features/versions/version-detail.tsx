import type { ReactNode } from 'react';
import type { VersionDetail as Version } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { GraphView } from './graph-view.tsx';
import { messages } from './messages.ts';
import { figuresOf, shortHash } from './version-words.ts';

const words = messages.detail;
const nothing = new Map<never, never>();

type Reference = { id: string; hash: string; version?: string | number; kind?: string };
const lists = ['pins', 'contracts', 'connections', 'nodes'] as const;

/** Everything a version holds: facts, changes, workflow and what it refers to. */
export function VersionDetail({ version, icon }: { version: Version; icon: (type: string) => ReactNode }) {
  const { facts } = messages;
  const rows = [
    { key: facts.author, value: version.author },
    { key: facts.date, value: formatMoment(version.date) },
    { key: facts.branch, value: version.branch, mono: true },
    { key: facts.hash, value: version.id, mono: true },
    { key: facts.content, value: version.manifestHash, mono: true },
    {
      key: facts.parents,
      value: version.parents.map(shortHash).join(', ') || facts.first,
      mono: version.parents.length > 0,
    },
    { key: facts.workflow, value: version.workflowVersion ?? '–' },
    { key: facts.runs, value: version.performance.runs, figure: true },
    { key: facts.openRuns, value: version.openRuns, figure: true },
    ...figuresOf(version).map(({ label, value }) => ({ key: label, value, figure: true })),
  ];
  return (
    <div className="flex flex-col gap-5">
      {version.message ? <p className="wrap-anywhere">{version.message}</p> : null}
      <KeyValueList rows={rows} />
      <Section title={words.changes}>
        <ul className="list-disc ps-5 text-fg-2">
          {version.changes.map((change) => (
            <li key={change} className="wrap-anywhere">
              {change}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={words.workflow}>
        <div className="overflow-hidden rounded-md border">
          <GraphView title={version.version} workflow={version.workflow} marks={nothing} icon={icon} />
        </div>
      </Section>
      <Section title={words.references}>
        <References manifest={version.manifest} />
      </Section>
      <Section title={words.manifest}>
        <CodeBlock label={words.manifest} code={JSON.stringify(version.manifest, null, 2)} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1.5 text-13 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function References({ manifest }: Pick<Version, 'manifest'>) {
  const rows = lists.flatMap((list) =>
    ((manifest[list] ?? []) as Reference[]).map((reference) => ({ list, reference })),
  );
  if (rows.length === 0) return <p className="text-fg-2">{words.noReferences}</p>;
  return (
    <ScrollRegion label={words.references}>
      <table className="w-full text-12">
        <thead className="border-b text-fg-2">
          <tr>
            {[words.kind, words.name, words.version, words.hash].map((head) => (
              <th key={head} scope="col" className="py-1.5 pe-3 text-start font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ list, reference: { id, hash, version, kind } }) => (
            <tr key={`${list}/${id}/${version ?? ''}`}>
              <td className="py-1.5 pe-3">{words.kinds[list]}</td>
              <td className="py-1.5 pe-3 font-mono">{id}</td>
              <td className="py-1.5 pe-3">{version ?? kind}</td>
              <td className="py-1.5 font-mono">{shortHash(hash)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
