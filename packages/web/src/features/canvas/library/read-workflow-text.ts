import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { Problem } from '../../../ui/states/problem-list.tsx';

/** How many faults of a file are shown at once. */
const maxFaults = 20;
/** A file's name and an engine's words about it may be long. */
const maxLetters = 300;

/** A workflow from the text of a file, or why it is none. Reading executes nothing, whatever the text says. */
export function readWorkflowText(
  fileName: string,
  text: string,
): { ok: true; workflow: Workflow } | { ok: false; problems: readonly Problem[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error).slice(0, maxLetters);
    const message = `${fileName.slice(0, maxLetters)} is not JSON: ${why}`;
    return { ok: false, problems: [{ rule: '', path: '', message }] };
  }
  const read = parseWorkflow(json);
  return read.ok
    ? { ok: true, workflow: read.value }
    : { ok: false, problems: read.problems.slice(0, maxFaults) };
}
