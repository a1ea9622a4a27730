import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { isTerminal } from '@attain/domain/workflows/run-moves';
import type { TenantTx } from '../../../db/database.ts';
import { readState } from '../../../runs/engine/deliver-events.ts';
import type { RunAddress } from '../../../runs/engine/run-address.ts';
import type { HookResponse } from './hook-intake.ts';

/** What the run has responded so far; its `response` is null when it ended without one. Null: it goes on. */
export async function readResponse(
  tx: TenantTx,
  run: RunAddress,
): Promise<{ readonly response: HookResponse | null } | null> {
  const { prepared, state } = await readState(tx, run);
  for (const step of state.steps.values()) {
    const type = prepared.nodes.get(step.node)?.node.type;
    if (type === 'respond' && step.status === 'success' && isObject(step.output))
      return { response: responseOf(step.output) };
  }
  return isTerminal(state.status) ? { response: null } : null;
}

function responseOf({ status, headers, body }: JsonObject): HookResponse {
  const isText = typeof body === 'string';
  return {
    status: Number(status),
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      ...textsOf(headers),
    },
    body: isText ? body : JSON.stringify(body ?? null),
  };
}

function textsOf(headers: JsonValue | undefined): Record<string, string> {
  const entries = isObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
