import type { Workflow } from '../../packages/domain/src/workflows/workflow.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { type Client, signInClient } from '../../packages/server/src/testing/client.ts';
import { type BenchContext, newWorkspace } from '../bench-context.ts';

/** An administrator of a new workspace of the bench, who speaks HTTP with it. */
export async function signedIn(bench: BenchContext): Promise<{ client: Client; url: string }> {
  const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const account = { username: 'bench', password: `a long password ${newId()}`, displayName: 'Bench' };
  await newWorkspace(bench.ctx, [{ ...account, roles: ['administrator'], participantId: null }]);
  return { url, client: await signInClient(url, account.username, account.password) };
}

/** The id of the workflow, which is published; throws when something is wrong with it. */
export async function publishedBy(client: Client, document: Workflow): Promise<string> {
  const made = await client.post('/api/workflows', { name: document.name, document });
  if (made.status !== 201 || made.body.problems.length > 0)
    throw new Error(JSON.stringify(made.body).slice(0, 2000));
  const { id, documentHash } = made.body;
  const published = await client.post(`/api/workflows/${id}/versions`, { documentHash });
  if (published.status !== 200) throw new Error(JSON.stringify(published.body).slice(0, 2000));
  return id;
}
