import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { readConfig } from '@attain/domain/workflows/nodes/read-config';
import { type ReactNode, useMemo } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
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

/** One node of the library (NODES-04): what it is, how it is configured, and where it is used. */
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
        label={`About ${type.label}`}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <NodeFacts type={type} usageCount={usageCount} />,
          },
          {
            value: 'config',
            label: 'Config',
            content: <NodeConfig type={type} config={config} onConfig={onConfig} />,
          },
          { value: 'usage', label: 'Usage', content: <NodeUsage type={type} link={workflowLink} /> },
        ]}
      />
    </Card>
  );
}

function NodeConfig({ type, config, onConfig }: Pick<NodeDetailProps, 'type' | 'config' | 'onConfig'>) {
  const read = useMemo(() => readConfig(type, config), [type, config]);
  if (Object.keys(type.config.properties).length === 0)
    return <p className="text-fg-2">Nothing to configure.</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg-2">
        To try out and to export; it changes no workflow. What is left empty has its default.
      </p>
      <ConfigForm type={type} config={config} disabled={false} onChange={onConfig} />
      <CodeBlock
        label="With its defaults"
        code={JSON.stringify(read.config, null, 2)}
        wrap
        maxHeight="16rem"
      />
    </div>
  );
}
