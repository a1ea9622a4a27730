import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, PLAN_LINKS, PLANS, result, STORED_PAY, STORED_PAY_LINKS, share } from './shared-steps.ts';

const description =
  'Measures attainment in the newest period of every plan: mean, median, who reached quota and who is below half of it.';
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
      check: ['validate_payouts', 'Compute again', { calculation: 'nodes.which.run', timeoutSeconds: 600 }],
      both: ['merge', 'Either way'],
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
            summary: `concat(${sumOf('attainment.atOrAbove100')}, " of ", ${sumOf('attainment.lines')}, " lines with a quota reached it, ", ${sumOf('attainment.below50')}, " are below half: ", join(${done}.filter(x, has(x.attainment.medianPercent)).map(x, concat(x.planName, " median ", x.attainment.medianPercent, " %")), ", "), ".")`,
            more: ', "plans": nodes.each',
          }),
        },
      ],
      none: nothing('No plan pays anybody yet.'),
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
