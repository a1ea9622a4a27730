import type { N8nTrigger } from '@attain/domain/workflows/n8n/n8n-triggers';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/http-error.ts';
import type { CallContext } from '../../../api/send.ts';

export type NewWorkflow = {
  name: string;
  document: Workflow | undefined;
  /** Created after the workflow, and turned off. */
  triggers: readonly N8nTrigger[];
};

/** Creates a workflow with its triggers. A trigger that can’t be created leaves the workflow as it is, and is returned. */
export async function createImported(
  { name, document, triggers }: NewWorkflow,
  options: { context: CallContext },
): Promise<{ id: string; failed: readonly string[] }> {
  const { id } = await client.workflows.create({ name, document }, options);
  const failed: string[] = [];
  for (const trigger of triggers) {
    try {
      await client.workflowTriggers.create({ workflowId: id, ...trigger, isEnabled: false });
    } catch (error) {
      failed.push(`${trigger.name} (${describeError(error)})`);
    }
  }
  return { id, failed };
}
