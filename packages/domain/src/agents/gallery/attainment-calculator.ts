import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, PLAN_LINKS, PLANS, result, STORED_PAY, STORED_PAY_LINKS, share } from './shared-steps.ts';

const description =
  'Measures attainment in the latest period of each plan: mean, median, and payees at or below quota.';
const done = 'nodes.each.filter(x, has(x.attainment))';
const sumOf = (field: string) => `sum(${done}.map(x, x.${field}))`;

/** Says how far people are. */
export const ATTAINMENT_CALCULATOR: GalleryAgent = {
  agentId: 'attainment-calculator',
  name: 'Attainment Calculator',
  description,
  category: 'Compensation Calculation & Accuracy Agents',
  type: 'Analyzer',
  riskLevel: 'low',
  asksPlan: true,
  workflow: drawn({
    name: 'Attainment Calculator',
    description,
    steps: {
      ...PLANS,
      ...STORED_PAY,
      check: ['validate_payouts', 'Recalculate', { calculation: 'nodes.which.run', timeoutSeconds: 600 }],
      both: ['merge', 'In both cases'],
      measure: ['read_workspace', 'Measure', { what: 'measures', calculation: 'nodes.which.run' }],
      measured: [
        'data_collection',
        'Measured',
        {
          values: ['planName', 'attainment', 'deals', 'payees']
            .map((name) => ({ name, value: `nodes.measure.${name}` }))
            .concat(['lines', 'right'].map((name) => ({ name, value: `nodes.check.${name}` }))),
        },
      ],
      end: [
        'end',
        'Measured',
        {
          result: result({
            processed: sumOf('deals'),
            accuracy: share(sumOf('right'), sumOf('lines')),
            summary: `concat(${sumOf('attainment.atOrAbove100')}, " of ", ${sumOf('attainment.lines')}, " lines with a quota reached it, ", ${sumOf('attainment.below50')}, " are below half: ", join(${done}.filter(x, has(x.attainment.medianPercent)).map(x, concat(x.planName, " median ", x.attainment.medianPercent, "%")), ", "), ".")`,
            more: ', "plans": nodes.each',
          }),
        },
      ],
      none: nothing('No plan pays anyone yet.'),
    },
    links: [
      ...PLAN_LINKS,
      ...STORED_PAY_LINKS,
      ...[
        'which > check',
        'check.valid > both',
        'check.invalid > both',
        'both > measure',
        'measure > measured',
      ],
      ...['measured > each.next', 'each.done > end'],
    ],
  }),
};
