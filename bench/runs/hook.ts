import type { Workflow } from '../../packages/domain/src/workflows/workflow.ts';
import type { Client } from '../../packages/server/src/testing/client.ts';

/** A published workflow with a webhook; it answers with the end of the run unless it is told not to wait. */
export async function makeHook(
  client: Client,
  document: Workflow,
  synchronous = true,
): Promise<{ workflowId: string; address: string; secret: string }> {
  const made = await client.post('/api/workflows', { name: document.name, document });
  if (made.status !== 201 || made.body.problems.length > 0)
    throw new Error(JSON.stringify(made.body).slice(0, 2000));
  const { id, documentHash } = made.body;
  await client.post(`/api/workflows/${id}/versions`, { documentHash });
  const when = { kind: 'webhook', synchronous };
  const hook = await client.post(`/api/workflows/${id}/triggers`, { name: 'Bench', when });
  if (hook.status !== 201) throw new Error(JSON.stringify(hook.body));
  return { workflowId: id, address: hook.body.address, secret: hook.body.secret };
}
