import { decimal, isDecimal, plain, sum } from '../../base/decimal.ts';
import { figure } from '../../base/figures.ts';
import { minorDigits } from '../../base/money.ts';
import type { Period } from '../../base/period.ts';
import type { Problem } from '../../base/result.ts';
import { resultOf } from '../../base/steps.ts';
import { type History, periodsWithin } from '../../findings/pay-history.ts';
import type { PaidLine } from '../../payouts/payout.ts';
import { changePlan } from '../../plans/change-plan.ts';
import { asksTarget, type Plan } from '../../plans/plan.ts';
import { figuresPayer, type PayeePay } from '../../simulations/payee-pay.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import type { Claim } from '../claim.ts';
import { amountOf, type ChangeCosts, changeCosts } from '../figures/change-costs.ts';
import { isWorthwhile } from '../figures/change-figures.ts';
import { creditsMonths, type LaidOut, laidOut, monthCredits } from '../figures/month-credits.ts';
import { type PaidTotals, paidTotals, replayPayer } from '../figures/replay-payer.ts';
import { type ScenarioCourse, scenarioCourse } from '../figures/scenario-risk.ts';
import { type OverlayCourse, overlayCourse } from '../overlays/overlay-course.ts';
import { sameJson } from '../touched-values.ts';
import type { AnalysisTerms } from './analysis-terms.ts';
import { budgetCourse } from './budget/budget-course.ts';
import { claimOf, type Option } from './claim-of.ts';
import { type PayeeFacts, payeeFacts } from './facts.ts';
import { agreement, isStable, payableEnough, RESAMPLES, type Read, tooLittle } from './guards.ts';
import type { Candidate, Lever, Tried } from './lever.ts';
import type { LookedAt } from './looked-at.ts';

/** A payee whose pay can't be computed: the rules of the problems, and the money of their deals by currency. */
export interface UnpaidRecords {
  readonly participantId: string;
  readonly rules: readonly string[];
  readonly money: readonly { readonly currency: string; readonly deals: number; readonly amount: string }[];
}

/** What an analysis found. */
export interface Findings {
  readonly read: Read;
  readonly looked: readonly LookedAt[];
  readonly found: readonly {
    readonly claim: Claim;
    readonly payees: readonly {
      readonly participantId: string;
      readonly before: string;
      readonly after: string;
    }[];
  }[];
}

/**
 * An analysis under way. Every history is needed once by each of `look`, `replay` and `draw`, in this order; what is kept of a
 * payee does not grow with deals. The same histories give the same bytes, in whatever order they come.
 */
export interface AnalysisCourse {
  look(history: History): void;
  /** Changes that will be replayed; 0: nothing more is needed. Yields in between. */
  beginReplay(): Generator<undefined, number>;
  /** Without its deals where they were looked at; false: they are needed after all. */
  replay(history: History, withoutDeals?: boolean): boolean;
  /** Variants whose years will be drawn; 0: nothing more is needed. The hash covers everything that was read. Yields in between. */
  beginDraw(inputHash: string): Generator<undefined, number>;
  /** As `replay`, yielding between portions of the work. */
  draw(history: History, withoutDeals?: boolean): Generator<void, boolean, void>;
  findings(): Findings;
  /** Payees the plan can't pay, in the order of their ids. */
  unpaid(): readonly UnpaidRecords[];
}

interface Tries {
  readonly candidate: Candidate;
  readonly plan: Plan;
  readonly pays: Map<string, PayeePay>;
}

/** A lever with what became of it. */
export interface Examined {
  readonly lever: Lever;
  readonly summaries: Map<string, unknown>;
  tries: Tries[];
  chosen: Tries | null;
  agreed: number;
  outcome: LookedAt['outcome'];
  message: string;
}

const NOT_MET = 'Its rule is not met.';

/** Begins to analyse a plan. */
export function analysisCourse(terms: AnalysisTerms): AnalysisCourse {
  const { plan } = terms;
  const examined = terms.analysers
    .flatMap(({ levers }) => levers(plan, terms.thresholds))
    .map((one): Examined => {
      const nothing = { tries: [], chosen: null, agreed: 0, outcome: 'silent', message: NOT_MET } as const;
      return { ...nothing, tries: [], lever: one, summaries: new Map() };
    });
  const course: Course = {
    terms,
    pay: figuresPayer(plan),
    examined,
    facts: new Map(),
    byId: [],
    totals: new Map(),
    layout: creditsMonths(plan) && terms.scenarios > 0 ? laidOut(plan, terms.span) : null,
    unpaid: new Map(),
    read: readOf(terms.span),
    overlays: overlayCourse(terms.overlays, terms.span),
    inputHash: '',
  };
  const budget = budgetCourse(terms);
  let options: Option[] = [];
  let years: ScenarioCourse | null = null;
  return {
    look: (history) => look(course, history),
    *beginReplay() {
      const problem = problemOf(course);
      for (const one of examined) {
        if (problem === null) one.tries = triesOf(course, one);
        else one.message = problem;
        yield;
      }
      return examined.reduce((count, { tries }) => count + tries.length, 0);
    },
    replay: (() => {
      const payers = new Map<Tries, ReturnType<typeof replayPayer>>();
      return (history: History, withoutDeals = false) => {
        const payeeId = payeeOf(history);
        const totals = course.totals.get(payeeId) ?? null;
        for (const { tries } of examined) {
          for (const one of tries.filter(({ candidate }) => candidate.isFinding !== true)) {
            const payer = payers.get(one) ?? replayPayer(plan, one.plan);
            payers.set(one, payer);
            const records = one.candidate.records?.apply(history) ?? history;
            const paid = payer(records, { totals, asPaid: records === history, withoutDeals });
            if (paid === null) return false;
            if (paid.ok) one.pays.set(payeeId, paid.value);
          }
        }
        return true;
      };
    })(),
    *beginDraw(inputHash) {
      course.inputHash = inputHash;
      options = yield* optionsOf(course);
      const own = options.map((one) => ({ plan: one.plan, records: one.candidate.records?.apply }));
      const together = budget.begin(options);
      const variants = [...own, ...together];
      const { seed, scenarios } = terms;
      years =
        variants.length === 0 || scenarios === 0 ? null : scenarioCourse({ plan, variants, seed, scenarios });
      return years === null ? together.length : variants.length;
    },
    *draw(history, withoutDeals = false) {
      const known = { totals: course.totals.get(payeeOf(history)) ?? null, withoutDeals };
      return budget.replay(history, known) && (years === null || (yield* years.take(history, known)));
    },
    unpaid: () => [...course.unpaid].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, records]) => records),
    findings: () => {
      const drawn = options.map((one, i) => ({
        ...one,
        scenarios: terms.scenarios === 0 ? null : (years?.risk(i) ?? null),
      }));
      const read = course.read.now();
      const { inputHash, overlays } = course;
      const ofBudget = budget.end({ payees: payeesOf(course), overlays, years, inputHash });
      const suggested = [
        ...(ofBudget.option === null ? [] : [ofBudget.option]),
        ...drawn.filter(({ role }) => role === 'suggested'),
      ];
      return {
        read,
        looked: [...lookedAt(terms, examined), ofBudget.looked],
        found: suggested.map((option) => ({
          claim: claimOf(option, { terms, read, all: drawn, inputHash }),
          payees: option.payees.map(({ participantId, before, after }) => ({
            participantId,
            before: amountOf(before.total, plan.currency),
            after: amountOf(after.total, plan.currency),
          })),
        })),
      };
    },
  };
}

interface Course {
  readonly terms: AnalysisTerms;
  readonly pay: ReturnType<typeof figuresPayer>;
  readonly examined: readonly Examined[];
  readonly facts: Map<string, PayeeFacts>;
  /** The same by id. */
  byId: readonly PayeeFacts[];
  /** What each payee can be replayed from without their deals. */
  readonly totals: Map<string, PaidTotals | null>;
  /** How periods are made of months; null where drawn years need the deals. */
  readonly layout: LaidOut | null;
  readonly unpaid: Map<string, UnpaidRecords>;
  readonly read: ReturnType<typeof readOf>;
  readonly overlays: OverlayCourse;
  inputHash: string;
}

function readOf({ from }: Period) {
  const counts = { payees: 0, payable: 0, lines: 0, deals: 0, slots: 0, complete: 0 };
  const days = new Set<string>();
  const periods = new Set<string>();
  const months = () => new Set([...days].filter((day) => day >= from).map((day) => day.slice(0, 7)));
  return { counts, days, periods, now: () => ({ ...counts, months: months().size, periods: periods.size }) };
}

function look(
  { terms, pay, examined, facts, totals, layout, unpaid, read, overlays }: Course,
  history: History,
): void {
  overlays.take(history);
  read.counts.payees += 1;
  read.counts.deals += history.deals.length;
  for (const { date } of history.deals) read.days.add(date);
  const paid = pay(history);
  if (!paid.ok) {
    read.counts.slots += periodsWithin(terms.plan, history.span).length;
    unpaid.set(payeeOf(history), unpaidRecords(history, paid.problems));
    return;
  }
  read.counts.payable += 1;
  const payee = payeeFacts(terms.plan, history, paid.value);
  read.counts.lines += payee.lines.length;
  for (const { period } of payee.lines) read.periods.add(period);
  for (const { lines } of paid.value) {
    read.counts.slots += 1;
    if (lines.every((line) => isComplete(terms.plan, line))) read.counts.complete += 1;
  }
  facts.set(payee.participantId, payee);
  totals.set(
    payee.participantId,
    paidTotals(paid.value, layout && monthCredits(layout, history, paid.value)),
  );
  for (const { lever, summaries } of examined) {
    summaries.set(payee.participantId, lever.summarise(payee, { history, pays: paid.value }));
  }
}

function unpaidRecords(history: History, problems: readonly Problem[]): UnpaidRecords {
  const { deals, span } = history;
  const money = new Map<string, string[]>();
  for (const { date, unit, currency, amount } of deals) {
    if (date < span.from || date > span.to || unit !== '$' || currency === null || !isDecimal(amount))
      continue;
    const own = money.get(currency);
    if (own === undefined) money.set(currency, [amount]);
    else own.push(amount);
  }
  return {
    participantId: payeeOf(history),
    // issues of the plan are no missing records
    rules: [...new Set(problems.filter(({ path }) => !path.startsWith('plan.')).map(({ rule }) => rule))],
    money: [...money].map(([currency, amounts]) => ({
      currency,
      deals: amounts.length,
      amount: plain(sum(amounts.map(decimal))),
    })),
  };
}

/** Whether a line has the quota and the target that its rate asks for. */
function isComplete(
  { components }: Plan,
  { componentId, quota, target }: Pick<PaidLine, 'componentId' | 'quota' | 'target'>,
): boolean {
  const component = components.find(({ id }) => id === componentId);
  return component === undefined || !asksTarget(component.rate) || (quota !== null && target !== null);
}

function problemOf({ read, terms }: Course): string | null {
  const now = read.now();
  const problem = tooLittle(now, terms.thresholds);
  if (problem !== null) return problem;
  if (payableEnough(now.payable, now.payees)) return null;
  return `Only ${now.payable} of ${now.payees} payees can be paid.`;
}

/** Payees by id, so that no figure depends on the order in which they came; sorted once all of them were looked at. */
function payeesOf(course: Course): readonly PayeeFacts[] {
  const { facts } = course;
  if (course.byId.length !== facts.size)
    course.byId = [...facts.values()].toSorted((a, b) => (a.participantId < b.participantId ? -1 : 1));
  return course.byId;
}

function triesOf(course: Course, { lever, summaries }: Examined): Tries[] {
  const { terms, read } = course;
  const all = payeesOf(course).map(({ participantId }) => summaries.get(participantId));
  const scope = {
    periods: read.periods.size,
    from: terms.span.from,
    to: terms.span.to,
    isActive: terms.isActive,
  };
  return lever.candidates(all, scope).flatMap((candidate) => {
    const changed = changePlan(terms.plan, candidate.changes);
    return changed.ok ? [{ candidate, plan: changed.value, pays: new Map() }] : [];
  });
}

/** What a lever proposes on all payees, by the guards of SGR-15 and SGR-17. */
function* choose(course: Course, one: Examined): Generator<undefined, void> {
  const { lever, tries } = one;
  if (tries.length === 0) return;
  const tried = triedBy(course, one);
  const candidates = tries.map(({ candidate }) => candidate);
  const proposal = lever.propose(tried, candidates);
  const chosen = tries.find(({ candidate }) => candidate.id === proposal) ?? null;
  if (chosen === null) return;
  const { costs } = costsOf(course, chosen);
  const isFinding = chosen.candidate.isFinding === true;
  const { thresholds } = course.terms;
  if (!isFinding && !payableEnough(costs.payees, course.read.counts.payees)) {
    one.message = 'With the change, more than a tenth of the payees can’t be paid.';
  } else if (
    !isFinding &&
    lever.atAnyAmount !== true &&
    !isWorthwhile(costs, minorDigits(course.terms.plan.currency), thresholds)
  ) {
    one.message = `The change is below ${thresholds.minSharePercent}% of the cost, or below ${figure(decimal(String(thresholds.minAmount)))}.`;
  } else if (course.terms.isDeclined(course.inputHash, lever.key, chosen.candidate.changes)) {
    one.message = 'The same change was declined on the same records.';
  } else {
    const given = { tried, chosen: chosen.candidate.id, seed: course.terms.seed };
    one.agreed = yield* agreement({ lever, candidates }, given);
    if (isStable(one.agreed, thresholds)) one.chosen = chosen;
    else one.message = `Only ${one.agreed} of ${RESAMPLES} resamples of payees give the same change.`;
  }
}

/** A change by the lever that proposes it. */
type KeyedChange = Pick<Claim, 'key' | 'changes'>;

/** Whether two suggestions are the same change by the same rule, whatever the order of their members (SGR-17). */
export function isSameChange(one: KeyedChange, other: KeyedChange): boolean {
  return one.key === other.key && sameJson(one.changes, other.changes);
}

function triedBy(course: Course, { summaries, tries }: Examined): readonly Tried<unknown>[] {
  const byId = new Map(tries.map((one) => [one.candidate.id, one.pays]));
  return payeesOf(course).map(({ participantId, pay }) => ({
    summary: summaries.get(participantId),
    before: pay.total,
    after: (candidate: string) => byId.get(candidate)?.get(participantId)?.total ?? null,
  }));
}

function costsOf(course: Course, { pays }: Tries): { costs: ChangeCosts; payees: Option['payees'] } {
  const payees = payeesOf(course).flatMap(({ participantId, pay }) => {
    const after = pays.get(participantId);
    return after === undefined ? [] : [{ participantId, before: pay, after }];
  });
  return { costs: changeCosts(payees), payees };
}

/** The suggested changes with the others of their levers, whose years will be drawn. */
function* optionsOf(course: Course): Generator<undefined, Option[]> {
  for (const one of course.examined) {
    yield* choose(course, one);
    yield;
  }
  const fired = course.examined.filter(({ chosen }) => chosen !== null);
  const options: Option[] = [];
  for (const field of new Set(fired.map(({ lever }) => lever.field))) {
    const rivals = rivalsOf(fired.filter(({ lever }) => lever.field === field));
    const [best, ...others] = rivals.toSorted((a, b) => rank(course, a, b));
    if (best === undefined) continue;
    best.outcome = 'suggested';
    for (const other of others) {
      other.outcome = 'alternative';
      other.message = `It is an alternative of “${best.chosen!.candidate.title}”.`;
    }
    yield;
    const shown: readonly Chosen[] = [
      { by: best, tries: best.chosen!, role: 'suggested' },
      ...neighbours(course, best),
      ...others.map((by) => ({ by, tries: by.chosen!, role: 'other-lever' }) as const),
    ];
    for (const one of shown.slice(0, 1 + MAX_ALTERNATIVES)) options.push(yield* optionOf(course, one, best));
  }
  return options;
}

/** A change to draw the years of, and the rule that proposes it. */
interface Chosen {
  readonly by: Examined;
  readonly tries: Tries;
  readonly role: Option['role'];
}

const MAX_ALTERNATIVES = 3;

/** A finding is said only where no change is suggested: what it saw is explained by that. */
function rivalsOf(fired: readonly Examined[]): readonly Examined[] {
  const changing = fired.filter(({ chosen }) => chosen?.candidate.isFinding !== true);
  if (changing.length === 0) return fired;
  for (const one of fired) if (!changing.includes(one)) one.message = 'A change is suggested for it.';
  return changing;
}

/** Fewer losers first, then more savings, then the key. */
function rank(course: Course, a: Examined, b: Examined): number {
  const [one, other] = [costsOf(course, a.chosen!).costs, costsOf(course, b.chosen!).costs];
  if (one.losers !== other.losers) return one.losers - other.losers;
  if (one.savings !== other.savings) return one.savings > other.savings ? -1 : 1;
  return a.lever.key < b.lever.key ? -1 : 1;
}

/** The next milder and the next stricter candidate that change the cost at all. */
function neighbours(course: Course, best: Examined): Chosen[] {
  const at = best.tries.indexOf(best.chosen!);
  const sides = [
    { role: 'milder', tries: best.tries[at - 1] },
    { role: 'stricter', tries: best.tries[at + 1] },
  ] as const;
  const digits = minorDigits(course.terms.plan.currency);
  return sides.flatMap(({ role, tries }) => {
    if (tries === undefined || !isWorthwhile(costsOf(course, tries).costs, digits, course.terms.thresholds))
      return [];
    return [{ by: best, tries, role }];
  });
}

/** In several steps: each takes all payees. */
function* optionOf(course: Course, { by, tries, role }: Chosen, of: Examined): Generator<undefined, Option> {
  const { costs, payees } = costsOf(course, tries);
  const { lever, agreed } = by;
  yield;
  const overlays = course.overlays.results(tries.plan, payees);
  yield;
  return {
    lever,
    agreed,
    role,
    key: of.lever.key,
    candidate: tries.candidate,
    plan: tries.plan,
    costs,
    payees,
    observation: role === 'suggested' ? lever.observe(triedBy(course, by), tries.candidate) : null,
    overlays,
    scenarios: null,
  };
}

function lookedAt({ analysers }: AnalysisTerms, examined: readonly Examined[]): LookedAt[] {
  return analysers.flatMap(({ card }) => {
    const own = examined.filter(({ lever }) => lever.card.key === card.key);
    if (own.length === 0) {
      const message = 'The plan has nothing of this kind.';
      return [{ analyser: card.key, key: card.key, outcome: 'silent', message } as const];
    }
    return own.map(({ lever, outcome, message }) => ({
      analyser: card.key,
      key: lever.key,
      outcome,
      message: outcome === 'suggested' ? 'A change is suggested.' : message,
    }));
  });
}

/** Analyses histories at hand, one payee each. */
export function analyse(terms: AnalysisTerms, histories: readonly History[], inputHash: string): Findings {
  const course = analysisCourse(terms);
  for (const history of histories) course.look(history);
  if (resultOf(course.beginReplay()) > 0) for (const history of histories) course.replay(history);
  if (resultOf(course.beginDraw(inputHash)) > 0) {
    for (const history of histories) {
      resultOf(course.draw(history));
    }
  }
  return course.findings();
}
