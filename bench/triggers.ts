/**
 * How long the rules of all analysers take on a generated year, against one calculation of the same deals, and where the time
 * goes. The engine and the rules alone, without a database. `node bench/triggers.ts --help`
 */

import { resultOf } from '../packages/domain/src/base/steps.ts';
import type { History } from '../packages/domain/src/findings/pay-history.ts';
import type { Plan } from '../packages/domain/src/plans/plan.ts';
import { quickPayer } from '../packages/domain/src/simulations/payee-pay.ts';
import { analysisCourse } from '../packages/domain/src/suggestions/analysers/analyse.ts';
import type { Analyser, Lever } from '../packages/domain/src/suggestions/analysers/lever.ts';
import { analysers } from '../packages/domain/src/suggestions/analysers/list.ts';
import { defaultThresholds } from '../packages/domain/src/suggestions/configurations/assistant-settings.ts';
import { yearCase } from './calculation/cases.ts';
import { historiesOf, span } from './calculation/histories.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, publish, table, waitForQuiet, watchMemory } from './measuring.ts';

const HELP = `node bench/triggers.ts [--deals 1000000] [--payees 10000] [--replays] [--years 200]
  [--out bench/results/triggers.md] [--quiet-seconds 0]

A year is generated and grouped by payee; then it is paid once, figures only, and once with the rules of every analyser.
--replays also pays what they propose; --years also draws so many years of what they suggest.`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '1000000' },
    payees: { type: 'string', default: '10000' },
    out: { type: 'string', default: 'bench/results/triggers.md' },
    replays: { type: 'boolean', default: false },
    years: { type: 'string', default: '0' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const { plan, participants, quotas, deals } = yearCase({
    deals: Number(options.deals),
    payees: Number(options.payees),
  });
  const histories = historiesOf({ participants, quotas, deals });
  const pay = quickPayer(plan);
  const paid = eachTaken(histories, (history) => pay(history));
  loads.push(load());
  const spent = new Map<string, number>();
  const memory = watchMemory();
  const course = analysisCourse(
    termsOf(
      plan,
      analysers.map((one) => timedAnalyser(one, spent)),
      Number(options.years),
    ),
  );
  const looked = eachTaken(histories, (history) => course.look(history));
  let replays = 0;
  const decided = taken(() => {
    replays = resultOf(course.beginReplay());
  });
  const replayed = options.replays ? eachTaken(histories, (history) => course.replay(history)) : null;
  let variants = 0;
  const chosen = taken(() => {
    variants = resultOf(course.beginDraw('bench'));
  });
  const drawn =
    variants === 0
      ? null
      : eachTaken(histories, (history) => {
          resultOf(course.draw(history));
        });
  const ended = taken(() => course.findings());
  const peak = memory.stop();
  loads.push(load());
  const rules = [...spent.values()].reduce((sum, one) => sum + one, 0);
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const row = (step: string, { wall, processor }: Taken) => [step, wall.toFixed(2), processor.toFixed(2)];
  const rows = [
    row('One calculation, figures only', paid),
    row('All rules: every payee looked at', looked),
    ['  of which the analysers themselves', seconds(rules), ''],
    row('  deciding what to try, once', decided),
    ...(replayed === null
      ? [row('Rules together', together(looked, decided))]
      : [
          row(`Replays of what they propose (${replays})`, replayed),
          row('Choosing among them, once', chosen),
          ...(drawn === null ? [] : [row(`${options.years} years of ${variants} suggestions drawn`, drawn)]),
          row('Words and figures, once', ended),
          row(
            'All together',
            together(looked, decided, replayed, chosen, ...(drawn === null ? [] : [drawn]), ended),
          ),
        ]),
    ['Rules ÷ one calculation', ((looked.wall + decided.wall) / paid.wall).toFixed(2), ''],
    ['Most memory held, MB', String(peak), ''],
  ];
  const byAnalyser = [...spent].toSorted(([, a], [, b]) => b - a).map(([key, ms]) => [key, seconds(ms)]);
  const command = `node bench/triggers.ts --deals ${options.deals} --payees ${options.payees}${options.replays ? ' --replays' : ''}${variants > 0 && Number(options.years) > 0 ? ` --years ${options.years}` : ''}`;
  publish(
    options.out,
    `# Rules of the analysers

${Number(options.deals).toLocaleString('en-US')} deals, ${Number(options.payees).toLocaleString('en-US')} payees, 4 quarters, ${analysers.length} analysers.

${table(['Step', 'seconds', 'of processor'], rows)}

${table(['Analyser', 'seconds'], byAnalyser)}

Goal: ≤ 20 s for all together. The database is not in it.

${circumstances({ command, serverVersion: 'not used', loads })}`,
  );
}

/** Seconds that the work took, and processor seconds of its own, which other programs on the machine lengthen less. */
interface Taken {
  readonly wall: number;
  readonly processor: number;
}

function taken(work: () => void): Taken {
  const [from, before] = [performance.now(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - from) / 1000, processor: (user + system) / 1e6 };
}

function eachTaken(histories: readonly History[], work: (history: History) => unknown): Taken {
  return taken(() => {
    for (const history of histories) work(history);
  });
}

function together(...all: readonly Taken[]): Taken {
  const sum = (of: (one: Taken) => number) => all.reduce((so, one) => so + of(one), 0);
  return { wall: sum(({ wall }) => wall), processor: sum(({ processor }) => processor) };
}

function termsOf(plan: Plan, all: readonly Analyser[], scenarios: number) {
  return {
    plan,
    isDesigned: false,
    isActive: false,
    span,
    analysers: all,
    thresholds: defaultThresholds,
    overlays: null,
    budget: 'It looks at active plans only.',
    records: { validRows: 1, rows: 1 },
    daysSinceImport: 0,
    seed: 'bench',
    scenarios,
    isDeclined: () => false,
  };
}

/** Adds up what an analyser reads of each payee. */
function timedAnalyser(one: Analyser, spent: Map<string, number>): Analyser {
  spent.set(one.card.key, 0);
  const timed = (lever: Lever): Lever => ({
    ...lever,
    summarise: (payee, looked) => {
      const from = performance.now();
      const summary = lever.summarise(payee, looked);
      spent.set(one.card.key, (spent.get(one.card.key) ?? 0) + performance.now() - from);
      return summary;
    },
  });
  return { ...one, levers: (plan, thresholds) => one.levers(plan, thresholds).map(timed) };
}
