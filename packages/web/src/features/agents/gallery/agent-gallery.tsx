import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Failed } from '../../../api/loaded.tsx';
import { useMay, useMe } from '../../../api/me.ts';
import { agentListQuery } from '../../../api/requests/agent-queries.ts';
import type { AgentTotals } from '../../../api/shapes.ts';
import { formatMoneyShort } from '../../../base/format-money.ts';
import { formatCount } from '../../../base/format-number.ts';
import { Button } from '../../../ui/button.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { SkeletonTile } from '../../../ui/states/skeleton.tsx';
import { messages } from '../messages.ts';
import { AgentCard } from './agent-card.tsx';
import { groupAgents, savingsWords } from './gallery-words.ts';

export type AgentGalleryProps = {
  /** Pending suggestions, shown above the cards. */
  suggestions: ReactNode;
  onBuild: () => void;
  onDetails: (agentId: string) => void;
  onRun: (runId: string) => void;
};

/** The agents of the workspace with status and results, all from stored runs. */
export function AgentGallery({ suggestions, onBuild, onDetails, onRun }: AgentGalleryProps) {
  const list = useQuery(agentListQuery({ active: 'yes' }));
  const currency = useMe().data?.tenant.currency ?? 'USD';
  const mayBuild = useMay('edit:agents');
  return (
    <section aria-labelledby="agent-gallery" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="agent-gallery" className="text-18 font-semibold">
          {messages.gallery.title}
        </h2>
        {mayBuild ? (
          <div className="ms-auto">
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={onBuild}>
              {messages.gallery.build}
            </Button>
          </div>
        ) : null}
      </div>
      {list.isError && !list.data ? (
        <Failed query={list} failure={messages.gallery.failure} />
      ) : (
        <>
          <Totals totals={list.data?.totals} currency={currency} />
          {suggestions}
          {/* Categories share a row where there is room, so that a single card does not leave it empty. */}
          <div className="flex flex-wrap gap-x-3 gap-y-4">
            {groupAgents(list.data?.rows ?? []).map(({ category, agents }) => (
              <section
                key={category}
                aria-label={category}
                className="flex max-w-full min-w-0 flex-col gap-2"
                style={{ flex: `${agents.length} 1 ${agents.length * 19}rem` }}
              >
                <h3 className="text-13 font-semibold text-fg-2">{category}</h3>
                <div className="grid flex-1 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))]">
                  {agents.map((agent) => (
                    <AgentCard
                      key={agent.id}
                      agent={agent}
                      currency={currency}
                      onDetails={() => onDetails(agent.id)}
                      onRun={onRun}
                    />
                  ))}
                </div>
              </section>
            ))}
            {mayBuild && list.data ? <BuildCard onBuild={onBuild} /> : null}
          </div>
          {list.data?.nextCursor ? (
            <p className="text-fg-2">{messages.gallery.first(list.data.rows.length)}</p>
          ) : null}
        </>
      )}
    </section>
  );
}

function Totals({ totals, currency }: { totals: AgentTotals | undefined; currency: string }) {
  if (!totals) {
    return (
      <FigureRow>
        {['agents', 'running', 'completed', 'savings'].map((tile) => (
          <SkeletonTile key={tile} />
        ))}
      </FigureRow>
    );
  }
  const { savings } = totals;
  return (
    <FigureRow>
      <FigureTile label={messages.gallery.active} figure={formatCount(totals.agents)} />
      <FigureTile label={messages.gallery.running} figure={formatCount(totals.running)} />
      <FigureTile label={messages.gallery.completed} figure={formatCount(totals.completed)} />
      <FigureTile
        label={messages.gallery.savings}
        figure={savings === null ? '—' : formatMoneyShort(Number(savings), currency)}
        sub={savingsWords(savings, currency)}
      />
    </FigureRow>
  );
}

function BuildCard({ onBuild }: { onBuild: () => void }) {
  return (
    <article
      aria-labelledby="build-new-agent"
      className="flex-[1_1_19rem] self-stretch rounded-lg border border-dashed bg-surface p-4"
    >
      <h3 id="build-new-agent" className="text-14 font-semibold">
        {messages.gallery.build}
      </h3>
      <p className="mt-1 text-fg-2">{messages.gallery.buildText}</p>
      <Button className="mt-3" size="sm" icon={<Plus aria-hidden />} onClick={onBuild}>
        {messages.gallery.open}
      </Button>
    </article>
  );
}
