import type { Workflow } from '../../packages/domain/src/workflows/workflow.ts';
import type { Client } from '../../packages/server/src/testing/client.ts';
import { publishedBy } from './signed-in.ts';

/** A published workflow with a webhook; it answers with the end of the run unless it doesn't wait. */
export async function makeHook(
  client: Client,
  document: Workflow,
  synchronous = true,
): Promise<{ workflowId: string; address: string; secret: string }> {
  const id = await publishedBy(client, document);
  const when = { kind: 'webhook', synchronous };
  const hook = await client.post(`/api/workflows/${id}/triggers`, { name: 'Bench', when });
  if (hook.status !== 201) throw new Error(JSON.stringify(hook.body));
  return { workflowId: id, address: hook.body.address, secret: hook.body.secret };
}
