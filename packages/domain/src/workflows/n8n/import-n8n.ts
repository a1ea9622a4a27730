import { ok, type Result } from '../../base/result.ts';
import { assemble } from './assemble.ts';
import { readN8n } from './n8n-file.ts';
import type { N8nImport } from './n8n-report.ts';

/**
 * Makes a workflow of an n8n export. Nothing of it runs. Every node is mapped, mapped with a point to check, or kept as a step that
 * blocks publishing; an expression without an equivalent is kept as text and blocks publishing, too (WF-111). `timeZone` counts where the
 * file has none.
 */
export function importN8n(json: unknown, timeZone = 'UTC'): Result<N8nImport> {
  const file = readN8n(json);
  return file.ok ? ok(assemble(file.value, timeZone)) : file;
}
