import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { createDraw } from '../../slices/adjustments/create-draw.ts';
import { decideClawback } from '../../slices/adjustments/decide-clawback.ts';
import {
  listClawbacks,
  listDraws,
  listHolds,
  listPayAdjustments,
} from '../../slices/adjustments/list-adjustments.ts';
import { placeHold } from '../../slices/adjustments/place-hold.ts';
import { submitAdjustment } from '../../slices/adjustments/submit-adjustment.ts';
import { listAssignments } from '../../slices/assignments/list-assignments.ts';
import { listCalculations } from '../../slices/calculations/read-calculations.ts';
import { listParticipants } from '../../slices/participants/list-participants.ts';
import { listPayees, listPaymentRuns } from '../../slices/payments/read-payments.ts';
import { listPayouts } from '../../slices/payouts/list-payouts.ts';
import { listPlans } from '../../slices/plans/list-plans.ts';
import { listDeals } from '../../slices/records/list-deals.ts';
import { listExchangeRates } from '../../slices/records/list-exchange-rates.ts';
import { listQuotas } from '../../slices/records/list-quotas.ts';
import { listTerritories } from '../../slices/records/list-territories.ts';
import { listStatements } from '../../slices/statements/list-statements.ts';
import { asJson } from '../config-values.ts';

const maxPerPage = 1_000;

type Page = { readonly rows: readonly object[]; readonly nextCursor: string | null };
type UseCase<T> = (ctx: AppContext, actor: Actor, input: JsonObject) => Promise<T>;
type Own<T> = { readonly contract: Definition; readonly work: UseCase<T> };

/** As much of an endpoint as says who may call it with what. */
interface Definition {
  readonly '~orpc': { readonly meta: { access?: Access }; readonly inputSchema?: unknown };
}

/** An endpoint with its use-case; what the endpoint's schema has read is what the use-case takes. */
function own<I, T>(
  contract: Definition,
  work: (ctx: AppContext, actor: Actor, input: I) => Promise<T>,
): Own<T> {
  return { contract, work: work as unknown as UseCase<T> };
}

/** The lists a workflow may read: the same that the API and the screens read. */
const lists: ReadonlyMap<string, Own<Page>> = new Map([
  ['deals', own<never, Page>(api.records.deals, listDeals)],
  ['quotas', own<never, Page>(api.records.quotas, listQuotas)],
  ['territories', own<never, Page>(api.records.territories, listTerritories)],
  ['exchange-rates', own<never, Page>(api.records.exchangeRates, listExchangeRates)],
  ['participants', own<never, Page>(api.participants.list, listParticipants)],
  ['plans', own<never, Page>(api.plans.list, listPlans)],
  ['assignments', own<never, Page>(api.assignments.list, listAssignments)],
  ['calculations', own<never, Page>(api.calculations.list, listCalculations)],
  ['payouts', own<never, Page>(api.payouts.list, listPayouts)],
  ['statements', own<never, Page>(api.statements.list, listStatements)],
  ['payments', own<never, Page>(api.payments.list, listPaymentRuns)],
  ['payees', own<never, Page>(api.payments.payees, listPayees)],
  ['draws', own<never, Page>(api.draws.list, listDraws)],
  ['holds', own<never, Page>(api.holds.list, listHolds)],
  ['clawbacks', own<never, Page>(api.clawbacks.list, listClawbacks)],
  ['adjustments', own<never, Page>(api.adjustments.list, listPayAdjustments)],
]);

/** Records a workflow may write here, one row at a time; deals need an import, pay a calculation. */
const writes: ReadonlyMap<string, Own<object>> = new Map([
  ['draws', own<never, object>(api.draws.create, createDraw)],
  ['holds', own<never, object>(api.holds.place, placeHold)],
  ['clawbacks', own<never, object>(api.clawbacks.decide, decideClawback)],
  ['adjustments', own<never, object>(api.adjustments.submit, submitAdjustment)],
]);

/** Reads a list of Attain's own records with the person's rights, page by page up to the limit. */
export async function readOwn(
  ctx: AppContext,
  actor: Actor,
  asked: { readonly list: string; readonly parameters: JsonObject; readonly limit: number },
): Promise<JsonValue> {
  const { contract, work } = named(lists, asked.list);
  const rows: object[] = [];
  for (let cursor: string | undefined; rows.length < asked.limit; ) {
    const limit = Math.min(maxPerPage, asked.limit - rows.length);
    const page = await work(
      ctx,
      actor,
      input(actor, contract, { ...asked.parameters, limit, ...(cursor ? { cursor } : {}) }),
    );
    rows.push(...page.rows);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return asJson(rows);
}

/** Writes one of Attain's own records with the person's rights: one transaction, one entry in the log, once per key. */
export async function writeOwn(
  ctx: AppContext,
  actor: Actor,
  asked: { readonly what: string; readonly parameters: JsonObject },
): Promise<JsonValue> {
  const { contract, work } = named(writes, asked.what);
  return asJson({ changed: 1, rows: [await work(ctx, actor, input(actor, contract, asked.parameters))] });
}

function named<T>(table: ReadonlyMap<string, Own<T>>, name: string): Own<T> {
  const found = table.get(name.trim().toLowerCase());
  if (found) return found;
  const known = [...table.keys()].join(', ');
  throw new EffectFailed('NOT_FOUND', `“attain” has no “${name.slice(0, 100)}”. Available: ${known}.`);
}

/** The parameters as the endpoint reads them, after its permission: the same two questions a request is asked. */
function input(
  actor: Actor,
  { '~orpc': { meta, inputSchema } }: Definition,
  parameters: JsonObject,
): JsonObject {
  if (meta.access === undefined || meta.access === 'public' || meta.access === 'signed-in')
    throw new Error('A list of records needs a permission.');
  mustAllow(actor, meta.access);
  const schema = inputSchema as z.ZodObject;
  const unknown = Object.keys(parameters).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown !== undefined) {
    const known = Object.keys(schema.shape).filter((name) => name !== 'cursor');
    throw new EffectFailed(
      'BAD_CONFIG',
      `There is no parameter “${unknown}”. Available: ${known.join(', ')}.`,
    );
  }
  const read = schema.safeParse(parameters);
  if (read.success) return read.data as JsonObject;
  const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new EffectFailed('BAD_CONFIG', `The parameters are not valid: ${faults.slice(0, 5).join('; ')}`);
}
