import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { readConfig } from '@attain/domain/workflows/nodes/read-config';
import { type ReactNode, useMemo } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { messages } from '../messages.ts';
import { NodeIcon } from '../palette/node-icon.tsx';
import { ConfigForm } from '../panel/config-form.tsx';
import { NodeFacts } from './node-facts.tsx';
import { NodeUsage } from './node-usage.tsx';

type NodeDetailProps = {
  type: NodeType;
  usageCount: number | undefined;
  config: JsonObject;
  onConfig: (config: JsonObject) => void;
  workflowLink: (workflow: { id: string; name: string }) => ReactNode;
};

/** One node type of the library (NODES-04): description, configuration and usage. */
export function NodeDetail({ type, usageCount, config, onConfig, workflowLink }: NodeDetailProps) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <NodeIcon type={type.type} small />
          {type.label}
        </span>
      }
    >
      <Tabs
        label={messages.nodes.about(type.label)}
        tabs={[
          {
            value: 'overview',
            label: messages.nodes.overview,
            content: <NodeFacts type={type} usageCount={usageCount} />,
          },
          {
            value: 'config',
            label: messages.nodes.config,
            content: <NodeConfig type={type} config={config} onConfig={onConfig} />,
          },
          {
            value: 'usage',
            label: messages.nodes.usage,
            content: <NodeUsage type={type} link={workflowLink} />,
          },
        ]}
      />
    </Card>
  );
}

function NodeConfig({ type, config, onConfig }: Pick<NodeDetailProps, 'type' | 'config' | 'onConfig'>) {
  const read = useMemo(() => readConfig(type, config), [type, config]);
  if (Object.keys(type.config.properties).length === 0)
    return <p className="text-fg-2">{messages.nodes.noConfig}</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg-2">{messages.nodes.configHelp}</p>
      <ConfigForm type={type} config={config} disabled={false} onChange={onConfig} />
      <CodeBlock
        label={messages.nodes.defaults}
        code={JSON.stringify(read.config, null, 2)}
        wrap
        maxHeight="16rem"
      />
    </div>
  );
}
