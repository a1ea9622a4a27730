import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { Problem } from '../../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';

/** Most problems of a file shown at once. */
const maxFaults = 20;
/** file names and parser messages may be long */
const maxLetters = 300;

/** Reads a workflow from a file's text, or returns its problems. Never executes anything. */
export function readWorkflowText(
  fileName: string,
  text: string,
): { ok: true; workflow: Workflow } | { ok: false; problems: readonly Problem[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error).slice(0, maxLetters);
    const message = messages.library.notJson(fileName.slice(0, maxLetters), why);
    return { ok: false, problems: [{ rule: '', path: '', message }] };
  }
  const read = parseWorkflow(json);
  return read.ok
    ? { ok: true, workflow: read.value }
    : { ok: false, problems: read.problems.slice(0, maxFaults) };
}
