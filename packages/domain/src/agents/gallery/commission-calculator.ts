import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { CALCULATED, CALCULATED_LINKS, nothing, PLAN_LINKS, PLANS, result, share } from './shared-steps.ts';

const description =
  'Calculates each active plan for its latest period and verifies every line from its stored inputs.';
const done = 'nodes.each.filter(x, has(x.run))';

/** What could not be calculated, and why. */
const failures = 'join(nodes.each.filter(x, has(x.error)).map(x, concat(" ", x.planName, ": ", x.error)))';

/** Calculates pay, and says how much of it comes out again. */
export const COMMISSION_CALCULATOR: GalleryAgent = {
  agentId: 'commission-calculator',
  name: 'Commission Calculator',
  description,
  category: 'Compensation Calculation & Accuracy Agents',
  type: 'Analyzer',
  riskLevel: 'medium',
  asksPlan: true,
  workflow: drawn({
    name: 'Commission Calculator',
    description,
    steps: {
      ...PLANS,
      ...CALCULATED,
      check: ['validate_payouts', 'Recalculate', { calculation: 'nodes.pay.run', timeoutSeconds: 600 }],
      end: [
        'end',
        'Calculated',
        {
          result: result({
            processed: `sum(${done}.map(x, x.deals))`,
            accuracy: share(`sum(${done}.map(x, x.right))`, `sum(${done}.map(x, x.lines))`),
            summary: `concat(size(${done}), " of ", size(nodes.each), " plans calculated", size(${done}) == 0 ? "." : concat(": ", join(${done}.map(x, concat(x.planName, " ", x.period, " ", money(x.total, x.currency))), ", "), "."), ${failures})`,
            more: ', "calculations": nodes.each',
          }),
        },
      ],
      none: nothing('No plan pays anyone yet.'),
    },
    links: [
      ...PLAN_LINKS,
      ...CALCULATED_LINKS,
      ...['pay > check', 'check.valid > each.next', 'check.invalid > each.next', 'each.done > end'],
    ],
  }),
};
