import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, PLAN_LINKS, PLANS, result, STORED_PAY, STORED_PAY_LINKS, share } from './shared-steps.ts';

const description =
  'Recalculates the latest pay of each plan, opens a dispute for every line that differs, and notifies finance.';
const done = 'nodes.each.filter(x, has(x.run))';
const own = `${done}.filter(x, x.currency == nodes.chosen.currency)`;
const wrong = `sum(${done}.map(x, x.wrong))`;

/** Checks pay line by line. */
export const PAYOUT_VALIDATOR: GalleryAgent = {
  agentId: 'payout-validator',
  name: 'Payout Validator',
  description,
  category: 'Compensation Calculation & Accuracy Agents',
  type: 'Validator',
  riskLevel: 'medium',
  asksPlan: true,
  workflow: drawn({
    name: 'Payout Validator',
    description,
    steps: {
      ...PLANS,
      ...STORED_PAY,
      check: ['validate_payouts', 'Recalculate', { calculation: 'nodes.which.run', timeoutSeconds: 600 }],
      lines: ['loop', 'Each line that differs', { over: 'nodes.check.wrongLines', limit: 100 }],
      dispute: [
        'open_dispute',
        'Open a dispute',
        {
          line: '{"calculation": nodes.check.run, "payee": loop.item.participantId, "component": loop.item.componentId}',
          expected: 'loop.item.computed == null ? "0" : loop.item.computed',
          reason:
            'The line pays {{ loop.item.stored == null ? "nothing" : money(loop.item.stored, nodes.check.currency) }}; recalculated from its stored inputs it is {{ loop.item.computed == null ? "nothing" : money(loop.item.computed, nodes.check.currency) }}.',
        },
      ],
      found: ['data_collection', 'What differs', { values: values('nodes.check') }],
      tell: [
        'notification',
        'Notify finance',
        {
          to: 'finance',
          title: `{{ ${wrong} == 0 ? "Payouts verified" : "Payouts differ on recalculation" }}`,
          message: `{{ sum(${done}.map(x, x.right)) }} of {{ sum(${done}.map(x, x.lines)) }} lines match on recalculation.`,
          retries: 0,
        },
      ],
      end: [
        'end',
        'Validated',
        {
          result: result({
            processed: `sum(${done}.map(x, x.deals))`,
            savings: `string(sum(${own}.map(x, x.overpaid)))`,
            accuracy: share(`sum(${done}.map(x, x.right))`, `sum(${done}.map(x, x.lines))`),
            summary: `concat(sum(${done}.map(x, x.lines)), sum(${done}.map(x, x.lines)) == 1 ? " line of " : " lines of ", size(${done}), size(${done}) == 1 ? " plan recalculated; " : " plans recalculated; ", ${wrong}, ${wrong} == 1 ? " differs." : " differ.")`,
            more: ', "calculations": nodes.each',
          }),
        },
      ],
      none: nothing('No plan pays anyone yet.'),
    },
    links: [
      ...PLAN_LINKS,
      ...STORED_PAY_LINKS,
      ...['which > check', 'check.valid > each.next', 'check.invalid > lines', 'lines.each > dispute'],
      ...['dispute > lines.next', 'dispute.error > lines.next', 'lines.done > found', 'found > each.next'],
      ...['each.done > tell', 'tell > end', 'tell.error > end'],
    ],
  }),
};

/** The figures of a check as a record of their own, without its long lists. */
function values(from: string) {
  const names = [
    'run',
    'planName',
    'period',
    'currency',
    'deals',
    'lines',
    'right',
    'wrong',
    'total',
    'overpaid',
  ];
  return names.map((name) => ({ name, value: `${from}.${name}` }));
}
