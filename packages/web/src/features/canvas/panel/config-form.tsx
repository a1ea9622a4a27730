import type { Shape } from '@attain/domain/base/json-shape';
import type { Problem } from '@attain/domain/base/result';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { readConfig } from '@attain/domain/workflows/nodes/read-config';
import type { Workflow, WorkflowNode } from '@attain/domain/workflows/workflow';
import { useMemo } from 'react';
import type { ShownRun } from '../acts/shown-run.ts';
import { ConfigField } from './config-field.tsx';
import { FunctionHelp } from './function-help.tsx';
import { KnownDataContext, knownDataOf } from './known-data-context.ts';

export type ConfigFormProps = {
  type: NodeType;
  config: JsonObject;
  disabled: boolean;
  onChange: (config: JsonObject, field: string) => void;
};

/** The settings of a node, generated from its schema, each with its problems. */
export function ConfigForm({ type, config, disabled, onChange }: ConfigFormProps) {
  const { problems } = useMemo(() => readConfig(type, config), [type, config]);
  const set = (name: string, value: JsonValue | undefined) => {
    const { [name]: _, ...rest } = config;
    onChange(value === undefined ? rest : { ...rest, [name]: value }, name);
  };
  const computes = Object.values(type.config.properties).some(isComputed);
  return (
    <>
      {shownFields(type, config, problems).map(([name, shape]) => (
        <ConfigField
          key={name}
          shape={shape}
          value={Object.hasOwn(config, name) ? config[name] : undefined}
          required={type.config.required.includes(name) || type.requiredIfShown?.includes(name) === true}
          path={`config.${name}`}
          problems={problems}
          disabled={disabled}
          onChange={(value) => set(name, value)}
        />
      ))}
      {computes ? <FunctionHelp /> : null}
    </>
  );
}

type NodeConfigFormProps = Omit<ConfigFormProps, 'config'> & {
  node: WorkflowNode;
  workflow: Workflow;
  /** The run shown on the nodes. */
  run: ShownRun | undefined;
};

/** The settings of a node on the canvas, where expressions know the values of earlier steps. */
export function NodeConfigForm({ node, workflow, run, ...props }: NodeConfigFormProps) {
  const data = useMemo(() => knownDataOf(workflow, node, run), [workflow, node, run]);
  return (
    <KnownDataContext value={data}>
      <ConfigForm {...props} config={node.config} />
    </KnownDataContext>
  );
}

/** The fields to show: without those that have no meaning by the value of another, unless they have a problem. */
function shownFields(
  { config: { properties }, shownWhen = {} }: NodeType,
  config: JsonObject,
  problems: readonly Problem[],
) {
  return Object.entries(properties).filter(([name]) => {
    const when = shownWhen[name];
    if (when === undefined || problems.some(({ path }) => path.startsWith(`config.${name}`))) return true;
    const value = config[when.field] ?? properties[when.field]?.default;
    return typeof value === 'string' && when.is.includes(value);
  });
}

/** Whether a field may contain expressions. */
function isComputed({ format, items, properties }: Shape): boolean {
  if (format === 'expression' || format === 'template') return true;
  return [items, ...Object.values(properties ?? {})].some(
    (inner) => inner !== undefined && isComputed(inner),
  );
}
