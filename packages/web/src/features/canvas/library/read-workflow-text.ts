import { isN8n } from '@attain/domain/workflows/n8n/is-n8n';
import type { N8nImport } from '@attain/domain/workflows/n8n/n8n-report';
import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { Problem } from '../../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';

/** Most problems of a file shown at once. */
const maxFaults = 20;
/** file names and parser messages may be long */
const maxLetters = 300;

export type ReadWorkflow =
  | { ok: true; workflow: Workflow; n8n?: N8nImport }
  | { ok: false; problems: readonly Problem[] };

/** Reads a workflow of Attain or n8n from a file's text, or returns its problems. Never executes anything. */
export async function readWorkflowText(fileName: string, text: string): Promise<ReadWorkflow> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error).slice(0, maxLetters);
    const message = messages.library.notJson(fileName.slice(0, maxLetters), why);
    return { ok: false, problems: [{ rule: '', path: '', message }] };
  }
  if (isN8n(json)) return readN8nWorkflow(json);
  const read = parseWorkflow(json);
  return read.ok
    ? { ok: true, workflow: read.value }
    : { ok: false, problems: read.problems.slice(0, maxFaults) };
}

async function readN8nWorkflow(json: unknown): Promise<ReadWorkflow> {
  try {
    const { importN8n } = await import('@attain/domain/workflows/n8n/import-n8n');
    const made = importN8n(json, new Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (!made.ok) return { ok: false, problems: made.problems.slice(0, maxFaults) };
    return { ok: true, workflow: made.value.workflow, n8n: made.value };
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error).slice(0, maxLetters);
    return {
      ok: false,
      problems: [{ rule: 'WF-110', path: '', message: messages.library.importFailed(why) }],
    };
  }
}
