import { HOOK_SCHEMES } from '@attain/domain/workflows/hook-schemes';
import { type N8nImport, type N8nNodeReport, outcomes } from '@attain/domain/workflows/n8n/n8n-report';
import type { ReactNode } from 'react';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { messages } from './n8n-messages.ts';

const meanings: Readonly<Record<N8nNodeReport['outcome'], Meaning>> = {
  mapped: 'ok',
  changed: 'warn',
  unmapped: 'bad',
};

type N8nReportProps = {
  made: N8nImport;
  /** Whether its triggers will be created; undefined if the user may not. */
  triggers: boolean | undefined;
  onTriggers: (create: boolean) => void;
};

/** What became of an n8n workflow, before it is saved: counts, what to do, and each node. */
export function N8nReport({ made, triggers, onTriggers }: N8nReportProps) {
  const { mapped, changed, unmapped } = outcomes(made);
  const { translated, untranslated } = made.expressions;
  const toDo = [...made.nodes].filter(({ outcome }) => outcome !== 'mapped');
  toDo.sort((a, b) => Number(b.outcome === 'unmapped') - Number(a.outcome === 'unmapped'));
  const others = made.nodes.filter(({ outcome }) => outcome === 'mapped');
  return (
    <section aria-label={messages.title} className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p className="font-medium">{messages.counts(made.nodes.length, mapped)}</p>
        <p className="flex flex-wrap gap-1.5">
          {changed > 0 ? <Badge meaning="warn">{messages.changed(changed)}</Badge> : null}
          {unmapped > 0 ? <Badge meaning="bad">{messages.unmapped(unmapped)}</Badge> : null}
          {translated + untranslated > 0 ? (
            <Badge meaning={untranslated > 0 ? 'warn' : 'ok'}>
              {messages.expressions(translated, translated + untranslated)}
            </Badge>
          ) : null}
          {made.stickyNotes > 0 ? <Badge>{messages.notes(made.stickyNotes)}</Badge> : null}
        </p>
        {unmapped + untranslated > 0 ? <p className="text-12 text-fg-2">{messages.blocks}</p> : null}
      </div>
      {made.notes.length > 0 ? <Lines title={messages.general} lines={made.notes} /> : null}
      {made.connections.length > 0 ? (
        <Lines title={messages.connections} hint={messages.connectionsHint} lines={made.connections} />
      ) : null}
      {made.triggers.length > 0 ? (
        <Lines title={messages.triggers} lines={made.triggers.map((one) => `${one.name}: ${whenText(one)}`)}>
          {triggers === undefined ? (
            <p className="text-12 text-fg-2">{messages.mayNotCreate}</p>
          ) : (
            <Checkbox
              label={messages.createTriggers}
              hint={messages.createTriggersHint}
              checked={triggers}
              onChange={({ target }) => onTriggers(target.checked)}
            />
          )}
        </Lines>
      ) : null}
      {toDo.length > 0 ? (
        <div className="flex flex-col gap-1">
          <h3 className="font-medium">{messages.nodes}</h3>
          <ul aria-label={messages.nodes} className="divide-y rounded-lg border">
            {toDo.map((node) => (
              <NodeRow key={node.name} node={node} />
            ))}
          </ul>
        </div>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary className="min-h-6 cursor-pointer">{messages.mappedNodes(others.length)}</summary>
          <ul className="mt-1 divide-y rounded-lg border">
            {others.map((node) => (
              <NodeRow key={node.name} node={node} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function NodeRow({ node: { name, type, outcome, notes } }: { node: N8nNodeReport }) {
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="hidden min-w-0 truncate font-mono text-11 text-fg-2 sm:inline">{type}</span>
        <span className="ms-auto shrink-0">
          <Badge meaning={meanings[outcome]}>{messages.outcome[outcome]}</Badge>
        </span>
      </span>
      {notes.map((note) => (
        <span key={note} className="text-12 text-fg-2 wrap-anywhere">
          {note}
        </span>
      ))}
    </li>
  );
}

type LinesProps = { title: string; hint?: string; lines: readonly string[]; children?: ReactNode };

function Lines({ title, hint, lines, children }: LinesProps) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      {hint ? <p className="text-12 text-fg-2">{hint}</p> : null}
      <ul className="ms-4 list-disc">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

function whenText({ when }: N8nImport['triggers'][number]): string {
  if (when.kind === 'schedule') return messages.schedule(when.cron, when.timeZone);
  return messages.webhook(when.method, HOOK_SCHEMES[when.scheme].label);
}
