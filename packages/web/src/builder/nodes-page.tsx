import type { JsonObject } from '@attain/domain/workflows/json-value';
import { writeNodeFile } from '@attain/domain/workflows/nodes/node-file';
import { LIBRARY_CATEGORIES } from '@attain/domain/workflows/nodes/node-type';
import { NODE_TYPES, nodeType } from '@attain/domain/workflows/nodes/node-types';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Download, FileUp, FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { nodeTypesQuery } from '../api/requests/workflow-queries.ts';
import { downloadText } from '../base/files/download.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { ImportNodes } from '../features/canvas/nodes/import-nodes.tsx';
import { NodeDetail } from '../features/canvas/nodes/node-detail.tsx';
import { NodeGrid } from '../features/canvas/nodes/node-grid.tsx';
import { TestNode } from '../features/canvas/nodes/test-node.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/fields/select.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';

const anyCategory = 'any';
const unchosen = messages.nodes.chooseFirst;

/** `/agent-builder/nodes`: all node types, from the definitions that canvas, validation and runs use. */
export function NodesPage() {
  const { node, category, search } = useSearch({ from: '/agent-builder/nodes' });
  const navigate = useNavigate();
  const go = (next: { node?: string; category?: string; search?: string }) =>
    void navigate({ to: '/agent-builder/nodes', search: next, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(search, (next) => go({ node, category, search: next }));
  const [open, setOpen] = useState<'import' | 'test'>();
  const [configs, setConfigs] = useState<Readonly<Record<string, JsonObject>>>({});
  const library = useQuery(nodeTypesQuery());
  const usage = library.data && new Map(library.data.rows.map(({ id, usageCount }) => [id, usageCount]));
  const chosen = nodeType(node ?? '');
  const config = configs[chosen?.type ?? ''] ?? {};
  const wanted = (search ?? '').trim().toLowerCase();
  const types = NODE_TYPES.filter(
    (one) =>
      (category === undefined || one.category === category) &&
      `${one.label} ${one.type} ${one.description} ${one.category}`.toLowerCase().includes(wanted),
  );
  const detail = useRef<HTMLDivElement>(null);
  const choose = (type: string) => go({ node: type, category, search });
  useEffect(() => {
    // the details may be above the cards, so scroll to them
    if (node) detail.current?.scrollIntoView({ block: 'nearest' });
  }, [node]);
  const asleep = chosen ? {} : { 'aria-disabled': true, 'aria-description': unchosen };
  return (
    <div data-testid="page-agent-nodes">
      <Page
        title={messages.sections.nodes}
        needs="read:workflows"
        meta={messages.nodes.subtitle}
        actions={
          <>
            <Button icon={<FileUp aria-hidden />} onClick={() => setOpen('import')}>
              {messages.nodes.import}
            </Button>
            <Button {...asleep} icon={<FlaskConical aria-hidden />} onClick={() => chosen && setOpen('test')}>
              {messages.nodes.test}
            </Button>
            <Button
              {...asleep}
              icon={<Download aria-hidden />}
              onClick={() =>
                chosen &&
                downloadText(
                  `${chosen.type}.json`,
                  writeNodeFile([{ type: chosen.type, title: chosen.label, config }]),
                )
              }
            >
              {messages.nodes.export}
            </Button>
          </>
        }
      >
        <Toolbar label={messages.nodes.filter} end={messages.nodes.shown(types.length, NODE_TYPES.length)}>
          <SearchField
            label={messages.nodes.search}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="w-full sm:w-48">
            <Select
              aria-label={messages.nodes.category}
              controlSize="sm"
              value={category ?? anyCategory}
              onValueChange={(value) =>
                go({ node, search, category: value === anyCategory ? undefined : value })
              }
              options={[
                { value: anyCategory, label: messages.nodes.allCategories },
                ...LIBRARY_CATEGORIES.map((one) => ({ value: one, label: one })),
              ]}
            />
          </div>
        </Toolbar>
        <div className="@container">
          <div className="grid items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_24rem]">
            <div
              className={clsx(
                !chosen && 'order-last',
                '@4xl:order-last @4xl:sticky @4xl:top-16 @4xl:max-h-[calc(100dvh-5rem)] @4xl:overflow-y-auto',
              )}
              ref={detail}
            >
              {chosen ? (
                <NodeDetail
                  key={chosen.type}
                  type={chosen}
                  usageCount={usage?.get(chosen.type)}
                  config={config}
                  onConfig={(next) => setConfigs({ ...configs, [chosen.type]: next })}
                  workflowLink={({ id, name }) => (
                    <Link className="text-primary-text hover:underline" {...paths.canvas(id)}>
                      {name}
                    </Link>
                  )}
                />
              ) : (
                <Card>
                  <EmptyState title={messages.nodes.none} text={messages.nodes.noneText} />
                </Card>
              )}
            </div>
            <NodeGrid types={types} usage={usage} chosen={chosen?.type} onChoose={choose} />
          </div>
        </div>
      </Page>
      {open === 'test' && chosen ? (
        <TestNode type={chosen} config={config} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'import' ? (
        <ImportNodes
          onClose={() => setOpen(undefined)}
          onCreated={(id) => void navigate(paths.canvas(id))}
          onTake={(nodes) => {
            setConfigs({ ...configs, ...Object.fromEntries(nodes.map((one) => [one.type, one.config])) });
            setOpen(undefined);
            if (nodes[0]) choose(nodes[0].type);
          }}
        />
      ) : null}
    </div>
  );
}
