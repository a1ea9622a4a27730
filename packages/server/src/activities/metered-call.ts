import type { AppContext } from '../app-context.ts';
import type { IncomingAnswer } from '../runs/egress/send-request.ts';
import type { Performing } from '../runs/engine/perform-effect.ts';
import { traceHeaders } from '../runs/trace-context.ts';
import { type ApplicationCall, callApplication } from '../slices/connections/call-application.ts';
import type { OpenConnection } from '../slices/connections/open-connection.ts';
import { reserveBudget } from '../slices/costs/reserve-budget.ts';

/** Reserves so many calls without tokens on the budgets that stop (FIN-12). Fails with BUDGET_EXCEEDED. */
export function reserveCalls(
  ctx: AppContext,
  given: Performing,
  { id, kind }: OpenConnection,
  requests = 1,
): Promise<void> {
  const none = { model: null, promptTokens: 0, completionTokens: 0, ownPrice: null };
  return reserveBudget(ctx, given, { ...none, connection: id, kind, requests });
}

/** Calls a connected application and notes the call, whatever it answers. */
export async function meteredCall(
  ctx: AppContext,
  given: Performing,
  connection: OpenConnection,
  call: ApplicationCall,
): Promise<IncomingAnswer> {
  const headers = { ...(await traceHeaders(ctx, given)), ...call.headers };
  const answer = await callApplication(ctx, connection, { ...call, headers });
  const { id, kind, provider, name } = connection;
  given.used({
    connection: id,
    kind,
    provider: provider || name,
    model: null,
    promptTokens: null,
    completionTokens: null,
    cost: null,
    currency: null,
    usable: answer.status < 400,
  });
  return answer;
}
