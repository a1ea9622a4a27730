import type { Period } from '@attain/domain/base/period';
import type { Deal, ExchangeRate } from '@attain/domain/crediting/deal';
import type { CalculationInput, PayoutLine } from '@attain/domain/payouts/payout';
import type { Participant, Quota } from '@attain/domain/quotas/participant';
import { canonicalBytes, canonicalText, hashOf } from './canonical.ts';
import { leafHash } from './merkle.ts';
import { Unverified } from './unverified.ts';

/**
 * A statement that can be checked by anybody, without us: what is paid, all that it was calculated from, and the proof that
 * the audit log has known it since. As a file it is the canonical JSON (RFC 8785) of this type and one line break.
 */
export interface StatementFile {
  readonly format: 'attain.statement/1';
  readonly statement: Statement;
  /** Only what this payee's pay depends on; colleagues in shared deals appear by their id and nothing else. */
  readonly input: CalculationInput;
  /** Version of the rules that calculated it; the verifier must hold the same. */
  readonly engineVersion: string;
  readonly hashes: StatementHashes;
  readonly audit: StatementAudit | null;
}

/** What one participant is paid for one period by one plan. Amounts are decimal strings in `currency`. */
export interface Statement {
  readonly participant: { readonly id: string; readonly name: string };
  readonly planName: string;
  readonly period: Period;
  readonly currency: string;
  readonly lines: readonly PayoutLine[];
  /** Sum of the lines. */
  readonly total: string;
}

/** SHA-256 of the canonical form of the member of the same name; `plan` is `input.plan`. 64 hex characters each. */
export interface StatementHashes {
  readonly plan: string;
  readonly input: string;
  readonly statement: string;
}

/** How the log knows a statement: its claim is a leaf of a batch, and one entry of the log names the batch's root. */
export interface StatementAudit {
  /** Key line of the log. */
  readonly key: string;
  /** The exact body of the entry whose `evidence` names the root of the batch. */
  readonly entry: string;
  /** C2SP `tlog-proof@v1` for that entry. */
  readonly proof: string;
  /** The statement's place in the batch and its inclusion proof, base64. A statement by itself is a batch of one. */
  readonly batch: { readonly index: number; readonly size: number; readonly path: readonly string[] };
}

/** Puts a statement file together; `input` as `narrowInput` gives it. The hashes are computed here. */
export function buildStatementFile(from: {
  readonly statement: Statement;
  readonly input: CalculationInput;
  readonly engineVersion: string;
  readonly audit: StatementAudit | null;
}): StatementFile {
  const { statement, input, engineVersion, audit } = from;
  return {
    format: statementFormat,
    statement,
    input,
    engineVersion,
    hashes: hashesOf(statement, input),
    audit,
  };
}

/** The bytes of the file as text. */
export function writeStatementFile(file: StatementFile): string {
  return `${canonicalText(file)}\n`;
}

/** What the log keeps of a statement: the leaf hash of its claim (format, engine version and hashes), to go into a batch. */
export function statementLeaf(file: Pick<StatementFile, 'engineVersion' | 'hashes'>): Uint8Array {
  const { engineVersion, hashes } = file;
  return leafHash(canonicalBytes({ format: statementFormat, engineVersion, hashes }));
}

/** The three hashes of a statement and its input. */
export function hashesOf(statement: Statement, input: CalculationInput): StatementHashes {
  return { plan: hashOf(input.plan), input: hashOf(input), statement: hashOf(statement) };
}

/** The mark of a statement file, and of its claim in the log. */
export const statementFormat = 'attain.statement/1';

/**
 * Prepares to cut a calculation's input down to one payee at a time, in one pass over the deals. The part for a payee gives
 * exactly that payee's lines again: the deals of the period that credit the payee, the payee's own record and quotas, and
 * the rates of exchange in force during the period. Throws `Unverified` for somebody who is not among the participants.
 */
export function narrowInput(input: CalculationInput): (participantId: string) => CalculationInput {
  const { plan, period } = input;
  const deals = new Map<string, Deal[]>();
  for (const deal of input.deals) {
    if (deal.date < period.from || deal.date > period.to) continue;
    for (const id of creditedBy(deal)) {
      const list = deals.get(id);
      if (list) list.push(deal);
      else deals.set(id, [deal]);
    }
  }
  const participants = new Map(input.participants.map((one) => [one.id, one]));
  const quotas = Map.groupBy(input.quotas, (quota) => quota.participantId);
  const rates = ratesInForce(input.exchangeRates, period);
  return (participantId) => {
    const payee = participants.get(participantId);
    if (!payee) throw new Unverified(`"${participantId}" is not among the participants of this calculation`);
    const own = (deals.get(participantId) ?? []).toSorted(byDateAndId);
    return {
      plan,
      period,
      participants: [payee, ...colleagues(payee.id, own)],
      payeeIds: [participantId],
      quotas: (quotas.get(participantId) ?? []).toSorted(byPeriodAndComponent),
      deals: own,
      exchangeRates: ratesFor(own, rates, plan.currency),
    };
  };
}

function creditedBy(deal: Deal): ReadonlySet<string> {
  return new Set(
    deal.splits.length === 0 ? [deal.participantId] : deal.splits.map((split) => split.participantId),
  );
}

/** The engine must know everybody a deal names; of colleagues it need not know more than that they exist. */
function colleagues(payeeId: string, deals: readonly Deal[]): readonly Participant[] {
  const ids = new Set(deals.flatMap((deal) => [...creditedBy(deal)]));
  ids.delete(payeeId);
  const unknown = { hiredOn: null, leftOn: null, targetVariableAnnual: null, commissionRatePercent: null };
  return [...ids].sort().map((id) => ({ id, name: id, ...unknown }));
}

/** Of each pair of currencies: the last rate on or before the period's first day, and all until its last. */
function ratesInForce(rates: readonly ExchangeRate[], period: Period): readonly ExchangeRate[] {
  const startOf = new Map<string, string>();
  for (const { from, to, date } of rates) {
    const pair = `${from}/${to}`;
    if (date <= period.from && date > (startOf.get(pair) ?? '')) startOf.set(pair, date);
  }
  const inForce = ({ from, to, date }: ExchangeRate) =>
    date <= period.to && date >= (startOf.get(`${from}/${to}`) ?? '');
  return rates
    .filter(inForce)
    .toSorted((a, b) => order(`${a.from}/${a.to} ${a.date}`, `${b.from}/${b.to} ${b.date}`));
}

/** The rates between the plan's currency and those the deals are in. */
function ratesFor(
  deals: readonly Deal[],
  rates: readonly ExchangeRate[],
  into: string,
): readonly ExchangeRate[] {
  const foreign = new Set(deals.map((deal) => deal.currency).filter((currency) => currency !== into));
  return rates.filter(
    ({ from, to }) => (to === into && foreign.has(from)) || (from === into && foreign.has(to)),
  );
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byDateAndId = (a: Deal, b: Deal) => order(a.date, b.date) || order(a.id, b.id);
const byPeriodAndComponent = (a: Quota, b: Quota) =>
  order(a.from, b.from) || order(a.componentId ?? '', b.componentId ?? '');
