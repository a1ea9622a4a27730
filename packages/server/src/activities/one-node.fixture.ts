import { setTimeout } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import type { Client } from '../testing/client.ts';

/** What is put between a Start and an End, and what the run is given. */
export interface OneNode {
  readonly name: string;
  readonly type: string;
  readonly config: JsonObject;
  readonly input?: JsonValue;
  /** The port that leads to the End; `out` when left out. */
  readonly port?: string;
  /** A node between it and the End. */
  readonly next?: { readonly type: string; readonly config: JsonObject };
}

/** Builds a workflow around one node, called `it`, and publishes it. Returns its id. */
export async function publishNode(
  dev: Client,
  { name, type, config, port = 'out', next }: OneNode,
): Promise<string> {
  const node = (id: string, kind: string, settings: JsonObject): WorkflowNode => ({
    id,
    type: kind,
    title: '',
    position: { x: 0, y: 0 },
    config: settings,
  });
  const after = next === undefined ? 'finish' : 'next';
  const document: Workflow = {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [
      node('begin', 'start', {}),
      node('it', type, config),
      ...(next === undefined ? [] : [node('next', next.type, next.config)]),
      node('finish', 'end', {}),
    ],
    edges: [
      { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'it', port: 'in' } },
      { id: 'b', from: { node: 'it', port }, to: { node: after, port: 'in' } },
      ...(next === undefined
        ? []
        : [{ id: 'c', from: { node: 'next', port: 'out' }, to: { node: 'finish', port: 'in' } }]),
    ],
  };
  const made = await dev.post('/api/workflows', { name, document });
  if (made.status !== 201 || made.body.problems.length > 0) throw new Error(JSON.stringify(made.body));
  const { id, documentHash } = made.body;
  const published = await dev.post(`/api/workflows/${id}/versions`, { documentHash });
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));
  return id;
}

/** Runs such a workflow and returns the run once it has ended. */
export async function runNode(dev: Client, one: OneNode) {
  const id = await publishNode(dev, one);
  const started = await dev.post(`/api/workflows/${id}/runs`, { input: one.input ?? {} });
  return endedRun(dev, started.body.id);
}

/** A run, once it has ended. */
export async function endedRun(dev: Client, id: string) {
  for (;;) {
    const run = await dev.get(`/api/workflow-runs/${id}`);
    if (['completed', 'failed', 'cancelled'].includes(run.body.status)) return run.body;
    await setTimeout(30);
  }
}
