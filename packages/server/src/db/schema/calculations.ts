import type { Audience } from '@attain/domain/access/publication';
import type { Problem } from '@attain/domain/base/result';
import type { PayException } from '@attain/domain/closes/exceptions';
import type { Deal, ExchangeRate } from '@attain/domain/crediting/deal';
import type { PayWarning } from '@attain/domain/findings/nothing-counts';
import type { CalculationInput, Credit, LineWindow } from '@attain/domain/payouts/payout';
import type { Participant, Quota } from '@attain/domain/quotas/participant';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, count, createdAt, moment, tenantId } from './columns.ts';
import { plans, planVersions } from './plans.ts';

/** One calculation of one plan for one period; a changed input makes a new version, never an edit. */
export const calculationRuns = pgTable(
  'calculation_runs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    planId: uuid('plan_id').notNull(),
    planVersion: integer('plan_version').notNull(),
    periodKey: text('period_key').notNull(),
    periodFrom: date('period_from', { mode: 'string' }).notNull(),
    periodTo: date('period_to', { mode: 'string' }).notNull(),
    /** 1, 2, 3 … per plan and days; given when the run is stored, so a cancelled run uses none up. */
    version: integer('version'),
    /** queued → running → completed | unchanged | cancelled | failed. */
    status: text('status').notNull(),
    /** The run whose inputs and results were the same, when the status is `unchanged`. */
    sameAs: uuid('same_as'),
    inputHash: text('input_hash'),
    resultHash: text('result_hash'),
    engineVersion: text('engine_version').notNull(),
    currency: text('currency').notNull(),
    total: numeric('total'),
    participantCount: integer('participant_count'),
    lineCount: integer('line_count'),
    dealCount: integer('deal_count'),
    /** Of a failed run why it cannot be paid; of one that was calculated why components credit nothing at all. */
    problems: jsonb('problems').$type<Problem[] | PayWarning[]>(),
    error: text('error'),
    /** Imports up to this commit were read; later ones over the period make the run stale. */
    readUpToSeq: count('read_up_to_seq'),
    /** Manual record changes up to this one were read. */
    readUpToChange: count('read_up_to_change'),
    /** First and last day of the records it read, where that is more than the period: a longer window, a locked rate. */
    readFrom: date('read_from', { mode: 'string' }),
    readTo: date('read_to', { mode: 'string' }),
    /** From which day on earlier runs of the plan decide the pay, and which were read; null: none does. */
    earlierFrom: date('earlier_from', { mode: 'string' }),
    earlierRuns: uuid('earlier_runs').array(),
    /** The pairs of currencies it converted by, `EUR/USD`, in alphabetical order; null: stored before that was kept. */
    readPairs: text('read_pairs').array(),
    /** The changed record it applies: if nothing else changed, only its dependents are recalculated; null: everyone. */
    recalculationId: uuid('recalculation_id'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('calculation_runs_version').on(
      table.tenantId,
      table.planId,
      table.periodFrom,
      table.periodTo,
      table.version,
    ),
    index('calculation_runs_by_age').on(table.tenantId, table.createdAt, table.id),
    foreignKey({
      columns: [table.tenantId, table.planId, table.planVersion],
      foreignColumns: [planVersions.tenantId, planVersions.planId, planVersions.version],
    }),
  ],
);

/** Who sees the results of a plan's period besides those who read everyone's pay; no row: no one. */
export const publications = pgTable(
  'publications',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    periodFrom: date('period_from', { mode: 'string' }).notNull(),
    periodTo: date('period_to', { mode: 'string' }).notNull(),
    audience: text('audience').$type<Audience>().notNull(),
    publishedBy: uuid('published_by').notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId, table.periodFrom, table.periodTo] }),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.id] }),
  ],
);

/** Statements that their payee acknowledged: the lines of this run, published. */
export const statementAcknowledgements = pgTable(
  'statement_acknowledgements',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    participantId: text('participant_id').notNull(),
    acknowledgedBy: uuid('acknowledged_by').notNull(),
    acknowledgedAt: moment('acknowledged_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.participantId] }),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);

/** Pay of a payee in a period of a plan that someone who leads them signed off. It holds while the pay has this hash. */
export const statementSignOffs = pgTable(
  'statement_sign_offs',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    periodFrom: date('period_from', { mode: 'string' }).notNull(),
    periodTo: date('period_to', { mode: 'string' }).notNull(),
    participantId: text('participant_id').notNull(),
    payHash: text('pay_hash').notNull(),
    signedBy: uuid('signed_by').notNull(),
    signedAt: moment('signed_at').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.tenantId,
        table.planId,
        table.periodFrom,
        table.periodTo,
        table.participantId,
        table.payHash,
      ],
    }),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.id] }),
  ],
);

/** What looks odd in the lines of a calculation, and the results of earlier periods it was compared with. */
export const exceptionChecks = pgTable(
  'exception_checks',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    earlierRuns: uuid('earlier_runs').array().notNull(),
    found: jsonb('found').$type<(PayException & { participantName: string | null })[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);

/** Exceptions of a close that were cleared with a word, for the figures they had. */
export const exceptionsCleared = pgTable(
  'exceptions_cleared',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    periodFrom: date('period_from', { mode: 'string' }).notNull(),
    rule: text('rule').notNull(),
    /** '': the plan as a whole, or every component. */
    participantId: text('participant_id').notNull(),
    componentId: text('component_id').notNull(),
    figures: text('figures').notNull(),
    reason: text('reason').notNull(),
    clearedBy: uuid('cleared_by').notNull(),
    clearedAt: moment('cleared_at').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.tenantId,
        table.planId,
        table.periodFrom,
        table.rule,
        table.participantId,
        table.componentId,
        table.figures,
      ],
    }),
    foreignKey({ columns: [table.tenantId, table.planId], foreignColumns: [plans.tenantId, plans.id] }),
  ],
);

/** Sign-offs of parallel runs: what was equal when the comparison with this hash was accepted. */
export const parallelSignOffs = pgTable(
  'parallel_sign_offs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    /** Month of the close, such as 2026-11. */
    month: text('month').notNull(),
    comparisonHash: text('comparison_hash').notNull(),
    compared: integer('compared').notNull(),
    /** Equal to the cent. */
    equal: integer('equal').notNull(),
    note: text('note').notNull(),
    signedBy: uuid('signed_by').notNull(),
    /** They imported some of the compared pay, and no one else could sign. */
    isOwnImport: boolean('is_own_import').notNull(),
    signedAt: moment('signed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** What a limit with carried excess brought, paid of that and passes on; decimal strings in the line's currency. */
export interface StoredCarried {
  readonly carriedIn: string;
  readonly carriedPaid: string;
  readonly carriedOut: string;
}

/** Inputs of a calculation besides deals, quotas and exchange rates of its period. */
export type FurtherInput = Partial<
  Pick<
    CalculationInput,
    | 'completeFrom'
    | 'reportingLines'
    | 'enrolments'
    | 'leaves'
    | 'ramps'
    | 'payTerms'
    | 'earlier'
    | 'fundLeft'
  >
>;

/**
 * What was paid to one participant for one component in one run, and what each deal earned of it. Sentence and arithmetic are
 * not kept: they follow from the inputs that are, and are held against these figures whenever they are read.
 */
export const payoutLines = pgTable(
  'payout_lines',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    participantId: text('participant_id').notNull(),
    /** As at the run; people change names. */
    participantName: text('participant_name').notNull(),
    componentId: text('component_id').notNull(),
    componentName: text('component_name').notNull(),
    seq: integer('seq').notNull(),
    currency: text('currency').notNull(),
    credited: numeric('credited').notNull(),
    quota: numeric('quota'),
    attainmentPercent: numeric('attainment_percent'),
    target: numeric('target'),
    amount: numeric('amount').notNull(),
    creditCount: integer('credit_count').notNull(),
    /** Set if more than the period is measured: the window. */
    measured: jsonb('measured').$type<LineWindow>(),
    /** Set if a limit carries its excess: carried in, paid of that, and carried out. */
    carried: jsonb('carried').$type<StoredCarried>(),
    /** Credit and pay of each deal, in order of earning: columns of equal length, read through `payout_credits`. */
    dealIds: text('deal_ids').array().notNull(),
    dealDates: date('deal_dates', { mode: 'string' }).array().notNull(),
    credits: numeric('credits').array().notNull(),
    earned: numeric('earned').array().notNull(),
    /** Null where every deal is credited whole, to its owner, in the line's currency; so are the three that follow, and the factors where all of each counts. */
    sharePercents: numeric('share_percents').array(),
    roles: text('roles').array(),
    throughs: text('throughs').array(),
    exchanges: jsonb('exchanges').$type<Credit['exchange']>().array(),
    factors: jsonb('factors').$type<Credit['factor']>().array(),
    /** The rows of imported files the deals came from; null where none was imported. */
    importIds: uuid('import_ids').array(),
    importLines: integer('import_lines').array(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.participantId, table.componentId] }),
    unique('payout_lines_seq').on(table.tenantId, table.runId, table.seq),
    // a page of a run in any order its list has is found, not sorted: lines without an attainment come last both ways
    index('payout_lines_by_name').on(table.tenantId, table.runId, table.participantName, table.seq),
    index('payout_lines_by_amount').on(table.tenantId, table.runId, table.amount, table.seq),
    index('payout_lines_by_attainment').on(
      table.tenantId,
      table.runId,
      sql`coalesce(${table.attainmentPercent}, 'Infinity'::numeric)`,
      table.seq,
    ),
    index('payout_lines_by_attainment_down').on(
      table.tenantId,
      table.runId,
      sql`coalesce(${table.attainmentPercent}, '-Infinity'::numeric)`,
      table.seq,
    ),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);

/**
 * In which lines of a run a deal is: by the hash of its id, in buckets, because an index entry for every credit would cost more
 * than paying it. A hash may be shared, so what is found is compared with the id.
 */
export const payoutDealPlaces = pgTable(
  'payout_deal_places',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    bucket: integer('bucket').notNull(),
    /** Two columns of equal length: hashes of deal ids, and the `seq` of a line that credits such a deal. */
    hashes: integer('hashes').array().notNull(),
    lineSeqs: integer('line_seqs').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.bucket] }),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);

const credit = {
  tenantId: uuid('tenant_id'),
  runId: uuid('run_id'),
  participantId: text('participant_id'),
  componentId: text('component_id'),
  seq: integer('seq'),
  dealId: text('deal_id'),
  date: date('date', { mode: 'string' }),
  credited: numeric('credited'),
  sharePercent: numeric('share_percent'),
  role: text('role').$type<Credit['role']>(),
  /** The credited participant, if credit rolled up. */
  through: text('through'),
  exchange: jsonb('exchange').$type<Credit['exchange']>(),
  /** By what a component factored it (CREDIT-17); null: all of it counts. */
  factor: jsonb('factor').$type<Credit['factor']>(),
  earned: numeric('earned'),
  importId: uuid('import_id'),
  importLine: integer('import_line'),
};

const creditColumns =
  sql.raw(`l.tenant_id, l.run_id, l.participant_id, l.component_id, c.seq::integer AS seq, c.deal_id, c.date, c.credited,
  coalesce(c.share_percent, 100) AS share_percent, coalesce(c.role, 'direct') AS role, c.through, c.exchange, c.factor, c.earned, c.import_id, c.import_line`);

const creditsOfLine =
  sql.raw(`unnest(l.deal_ids, l.deal_dates, l.credits, l.share_percents, l.roles, l.throughs, l.exchanges, l.factors, l.earned, l.import_ids, l.import_lines)
  WITH ORDINALITY AS c (deal_id, date, credited, share_percent, role, through, exchange, factor, earned, import_id, import_line, seq)`);

/** Credit and pay of one deal in one line, by date: the columns of the lines as rows. */
export const payoutCredits = pgView('payout_credits', credit)
  .with({ securityInvoker: true })
  .as(sql`SELECT ${creditColumns} FROM payout_lines l CROSS JOIN LATERAL ${creditsOfLine}`);

/** The same by deal: queries give `bucket`, `hash` and `deal_id` (`placeOfDeal`). */
export const payoutCreditsByDeal = pgView('payout_credits_by_deal', {
  ...credit,
  bucket: integer('bucket'),
  hash: integer('hash'),
})
  .with({ securityInvoker: true })
  .as(sql`SELECT ${creditColumns}, p.bucket, f.hash FROM payout_deal_places p CROSS JOIN LATERAL unnest(p.hashes, p.line_seqs) AS f (hash, line_seq)
  JOIN payout_lines l ON l.tenant_id = p.tenant_id AND l.run_id = p.run_id AND l.seq = f.line_seq CROSS JOIN LATERAL ${creditsOfLine}`);

/** Days on which a participant is credited; `to` null: no end. */
export interface CreditedSpan {
  readonly from: string;
  readonly to: string | null;
}

/** The very inputs one participant's pay was computed from, kept so that a statement can be proven years later. */
export const payoutInputs = pgTable(
  'payout_inputs',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    participantId: text('participant_id').notNull(),
    participant: jsonb('participant').$type<Participant>().notNull(),
    quotas: jsonb('quotas').$type<Quota[]>().notNull(),
    /** Canonical JSON, as it was hashed; null: the deals of `segments`. */
    deals: json('deals').$type<Deal[]>(),
    /** Hashes of the ledger's segments that have the deals, by quarter; null: `deals`. */
    segments: bytes('segments').array(),
    /** The days of `segments` on which deals credit the participant; null: all that the calculation measures. */
    creditedSpans: jsonb('credited_spans').$type<CreditedSpan[]>(),
    /** Currencies of deals and quotas besides the plan's; null: stored before that was kept. */
    currencies: text('currencies').array(),
    exchangeRates: jsonb('exchange_rates').$type<ExchangeRate[]>().notNull(),
    /** Other inputs the plan's terms need: `completeFrom`, reporting lines, plan dates, earlier pay, funds. */
    further: jsonb('further').$type<FurtherInput>(),
    inputHash: text('input_hash').notNull(),
    /** Hash of the figures, part of the run's result hash; null: stored before it was kept. */
    figuresHash: text('figures_hash'),
    /** This participant's leaf in the batch of the run's statements (hex, in the order of the ids): what the audit log vouches for; null: stored before that was kept. */
    leafHash: text('leaf_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.participantId] }),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);
