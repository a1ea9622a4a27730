import { counted } from '../../base/figures-in-words.ts';

/** Texts of answers and of the records behind them. */
export const messages = {
  notUnderstood: (names: readonly string[]) =>
    names.length === 0
      ? "You don't have access to pay, deals or imports. Ask your administrator."
      : `This question was not understood. You can ask about: ${names.join(', ')}.`,
  onlyFirst: (count: number) => ` Only the first ${count} are listed.`,
  ahead: (answer: string) => `Tell Me reads calculated results and doesn't project pay. ${answer}`,
  scope: {
    tenant: '',
    team: 'Among the people you can see: ',
    own: 'You can see only your own results. ',
  },
  inPeriod: (period: string) => ` in ${period}`,
  cut: (noun: string) => ` Only the newest 1,000 ${noun} were read.`,
  latestPeriod: 'in the latest period of each plan',
  attainment: {
    part: (percent: string, component: string) => `${percent} of quota for ${component}`,
    of: (name: string, period: string, parts: string) => `Attainment of ${name} in ${period}: ${parts}.`,
    none: (name: string, period: string) =>
      `No attainment of quota has been calculated for ${name} in ${period}.`,
    first: (of: {
      name: string;
      order: 'most' | 'least';
      when: string;
      percent: string;
      component: string;
    }) =>
      `${of.name} has the ${of.order === 'most' ? 'highest' : 'lowest'} attainment${of.when}: ${of.percent} of quota for ${of.component}.`,
    nobody: (when: string) => `No attainment of quota has been calculated${when}.`,
    noOneOnSide: (of: {
      side: 'above' | 'below' | undefined;
      order: 'most' | 'least';
      when: string;
      percent: string;
      name: string;
      component: string;
    }) =>
      `No one is ${of.side} quota${of.when}. The ${of.order === 'most' ? 'highest' : 'lowest'} attainment is ${of.percent}: ${of.name}, ${of.component}.`,
  },
  source: {
    line: (period: string) => `Payout line ${period}`,
    calculation: (period: string, version: number | null) => `Calculation ${period}, v${version}`,
    statement: (period: string) => `Statement ${period}`,
    statements: (count: number) => counted(count, 'statement'),
    deal: (id: string) => `Deal ${id}`,
    import: (kind: string) => `Import of ${kind}`,
    run: (period: string) => `Calculation ${period}`,
    suggestion: (id: string) => `Suggestion ${id}`,
    request: 'Approval request',
    task: (workflow: string) => `Task of ${workflow}`,
    forecast: 'Predictive Insights',
    plan: (name: string, version: number) => `Plan ${name}, v${version}`,
    dispute: (period: string) => `Dispute about ${period}`,
  },
  total: {
    noTotal: (when: string) => `No total can be shown${when}.`,
    nothing: (when: string) => `Nothing has been calculated${when} yet.`,
    pay: (when: string, amounts: string, runs: number) =>
      `The pay${when} is ${amounts}, in ${counted(runs, 'calculation')}.`,
    ofLatest: 'of the latest period of each plan',
    payees: (count: number) => counted(count, 'payee'),
    stale: 'out of date',
  },
  plans: {
    none: 'No plan is active.',
    noneOn: (about: string) => `No active plan pays on ${about}.`,
    active: (count: number) => `${counted(count, 'plan')} ${count === 1 ? 'is' : 'are'} active.`,
    on: (count: number, about: string) =>
      `${counted(count, 'active plan')} ${count === 1 ? 'pays' : 'pay'} on ${about}, with these components.`,
    noComponent: (about: string) => `No active plan has a component “${about}”.`,
    component: (name: string, plan: string, words: string) => `${name} of ${plan}: ${words}`,
    components: (count: number, about: string) =>
      `${counted(count, 'component')} of active plans match “${about}”.`,
    cut: ' Only the first 200 plans were read.',
  },
  compare: {
    none: (period: string) => `Nothing can be compared: no total can be shown for ${period}.`,
    change: (of: {
      period: string;
      now: string;
      difference: string;
      order: 'more' | 'less';
      other: string;
      before: string;
    }) =>
      `The pay in ${of.period} is ${of.now}, ${of.difference} ${of.order} than in ${of.other} (${of.before}).`,
    same: (of: { period: string; other: string; now: string }) =>
      `The pay in ${of.period} is ${of.now}, the same as in ${of.other}.`,
    calculations: (now: number, before: number) => `${counted(now, 'calculation')} against ${before}.`,
  },
  changed: {
    what: (name: string | null, plan: string, period: string) =>
      name === null ? `The pay of ${plan} in ${period}` : `The pay of ${name} in ${period}`,
    first: (what: string) => `${what} has not changed: it was calculated once.`,
    same: (of: { what: string; before: number; now: number | null }) =>
      `${of.what} is the same in version ${of.now ?? '–'} as in version ${of.before}.`,
    by: (of: {
      what: string;
      before: number;
      now: number | null;
      amount: string;
      order: 'more' | 'less' | 'same';
      lines: number;
    }) =>
      `${of.what} is ${of.order === 'same' ? 'the same in total' : `${of.amount} ${of.order}`} in version ${of.now ?? '–'} than in version ${of.before}, by ${counted(of.lines, 'line')}.`.replace(
        'the same in total in version',
        'the same in total, though lines differ, in version',
      ),
    because: (causes: readonly string[]) => `Since then: ${causes.join(' ')}`,
    none: 'no line',
    fromTo: (before: string, after: string) => `${before} before, ${after} now`,
    lines: 'lines',
  },
  waiting: {
    none: 'Nothing waits for you.',
    some: (requests: number, tasks: number) =>
      `${[
        ...(requests > 0 ? [counted(requests, 'request')] : []),
        ...(tasks > 0 ? [counted(tasks, 'task')] : []),
      ].join(' and ')} ${requests + tasks === 1 ? 'waits' : 'wait'} for you.`,
    askedBy: (name: string) => `asked by ${name}`,
    due: (day: string) => `due ${day}`,
    noun: 'requests and tasks',
  },
  forecast: {
    of: { bookings: 'Bookings', 'pay-cost': 'Pay' },
    missing: (what: string, count: number) =>
      `${what} can't be forecast yet: ${counted(count, 'more period is', 'more periods are')} needed.`,
    will: (of: {
      what: string;
      from: string;
      to: string;
      amount: string;
      range: { low: string; high: string } | null;
      missing: number;
      origins: number;
      error: number | null;
    }) =>
      `${of.what} from ${of.from} to ${of.to}: ${of.amount}, ${
        of.range === null
          ? `without a range, which needs ${counted(of.missing, 'more period')}`
          : `typically ${of.range.low} to ${of.range.high}`
      }.${
        of.error === null
          ? ''
          : ` The last ${counted(of.origins, 'forecast was', 'forecasts were')} off by ${Math.round(of.error * 100)}% on average.`
      }`,
    until: (day: string) => `until ${day}`,
  },
  pipeline: {
    noneStored: 'No opportunity you can see is stored. Import the CRM export with all stages.',
    none: (when: string, stored: number) =>
      `None of ${counted(stored, 'opportunity', 'opportunities')} you can see is open${when}.`,
    open: (count: number, when: string, amount: string, expected: string | null) =>
      `${counted(count, 'opportunity is', 'opportunities are')} open${when}: ${amount}${
        expected === null ? '' : `, of which ${expected} is expected by their chances`
      }.`,
    unknown: (amounts: number, chances: number) =>
      [
        ...(amounts > 0 ? [` ${amounts} of them ${amounts === 1 ? 'has' : 'have'} no amount.`] : []),
        ...(chances > 0
          ? [
              ` No chance is known of ${chances}, so ${chances === 1 ? 'it is' : 'they are'} not in what is expected.`,
            ]
          : []),
      ].join(''),
    rate: (won: number, decided: number, percent: number) =>
      ` ${won} of ${counted(decided, 'decided one was', 'decided ones were')} won (${percent}%).`,
    ofStage: (count: number) => counted(count, 'opportunity', 'opportunities'),
    source: 'Opportunities',
  },
  disputes: {
    none: (when: string) => `No dispute you can see is open${when}.`,
    open: (count: number, when: string) => `${counted(count, 'dispute is', 'disputes are')} open${when}.`,
    waitsFor: (who: 'reviewer' | 'payee' | 'approver') =>
      ({
        payee: 'waits for the payee',
        reviewer: 'waits for a reviewer',
        approver: 'waits for approval of its adjustment',
      })[who],
    noun: 'disputes',
  },
  suggestions: {
    none: 'No suggestion you can see is open.',
    open: (count: number) =>
      `${counted(count, 'suggestion is', 'suggestions are')} open. Their savings overlap, so they are not added.`,
    newest: (count: number) =>
      `The newest ${count} open suggestions are listed. Their savings overlap, so they are not added.`,
    note: (plan: string, impact: string) => `${plan}. ${impact}`,
  },
  earners: {
    none: (when: string) => `No pay you can see has been calculated${when}.`,
    one: (name: string, amount: string) => `${name} with ${amount}`,
    join: ', and ',
    first: (order: 'most' | 'least', when: string, names: string) =>
      `${order === 'most' ? 'Highest' : 'Lowest'} pay${when}: ${names}.`,
    compared: (people: number, perCurrency: boolean) =>
      `${counted(people, 'payee was', 'payees were')} compared${perCurrency ? ', each within one currency' : ''}.`,
  },
  person: {
    earned: (name: string, amounts: string, when: string) => `${name} earned ${amounts} in ${when}.`,
    latest: (period: string | undefined) => `${period}, the latest calculated period`,
    noStatement: (name: string | undefined, when: string, latest: string | undefined) =>
      `${name} has no statement${when}. The latest is for ${latest}.`,
    notLinked: 'Your account is not linked to a payee. Ask about someone by name.',
    noneYet: 'You have no statement yet.',
    unknown: (name: string) => `No one you can see is named “${name}”.`,
    several: (name: string, count: number) =>
      `“${name}” matches ${count} people. Ask again with one of these names, or open the statement.`,
  },
  nextTier: {
    some: (name: string, count: number, plan: string, period: string) =>
      `${name} can still reach a higher tier in ${counted(count, 'component')} of ${plan}, ${period}. The figure is the pay at that tier.`,
    none: (name: string, plan: string, period: string) =>
      `No component of ${plan} has a higher tier left for ${name} in ${period}.`,
  },
  deals: {
    none: (when: string) => `There are no deals you can see${when}.`,
    first: (of: { order: 'most' | 'least'; when: string; deal: string; customer: string | null }) =>
      `The ${of.order === 'most' ? 'largest' : 'smallest'} deal${of.when} is ${of.deal}${of.customer ? ` (${of.customer})` : ''}.`,
    mixed: 'Amounts are in their own currencies and compared as recorded.',
  },
  imports: {
    none: 'No import is open: every file is stored or discarded.',
    open: (count: number) => `${counted(count, 'import is', 'imports are')} open.`,
    problems: (count: number) => `${counted(count, 'problem')} to fix`,
    notStored: 'not stored yet',
  },
  stale: {
    none: 'Every result matches the stored records.',
    some: (count: number) =>
      `${counted(count, 'calculation no longer matches', 'calculations no longer match')} the stored records.`,
  },
};
