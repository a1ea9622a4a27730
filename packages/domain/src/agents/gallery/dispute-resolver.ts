import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, result, share } from './shared-steps.ts';

const description =
  'Recalculates the pay behind open disputes, drafts answers from the arithmetic, and resolves them after finance approves.';
const rows = 'nodes.each';
const dismissed = `${rows}.filter(x, x.outcome == "dismissed")`;
const claimed = `${dismissed}.filter(x, has(x.expected) && x.currency == nodes.plans.currency && decimal(x.expected) - x.paid > 0)`;

/** Answers disputes, with a person’s consent. */
export const DISPUTE_RESOLVER: GalleryAgent = {
  agentId: 'dispute-resolver',
  name: 'Dispute Resolver',
  description,
  category: 'Dispute Resolution Agent',
  type: 'Analyzer',
  riskLevel: 'high',
  asksPlan: false,
  workflow: drawn({
    name: 'Dispute Resolver',
    description,
    steps: {
      begin: ['start', 'Start'],
      plans: ['read_workspace', 'Workspace', { what: 'plans' }],
      open: ['read_workspace', 'Open disputes', { what: 'disputes' }],
      any: ['decision', 'Any dispute?', { condition: 'size(nodes.open.rows) > 0' }],
      each: ['loop', 'Each dispute', { over: 'nodes.open.rows', limit: 100 }],
      check: [
        'validate_payouts',
        'Recalculate',
        { calculation: 'loop.item.calculationId', payee: 'loop.item.participantId', timeoutSeconds: 600 },
      ],
      both: ['merge', 'In both cases'],
      explain: [
        'explain_pay',
        'Arithmetic',
        { calculation: 'loop.item.calculationId', payee: 'loop.item.participantId' },
      ],
      answered: ['merge', 'Explained or not'],
      answer: [
        'data_collection',
        'Answer',
        {
          values: [
            { name: 'dispute', value: 'loop.item.id' },
            { name: 'payee', value: 'loop.item.participantName' },
            { name: 'outcome', value: 'nodes.check.wrong == 0 ? "dismissed" : "upheld"' },
            ...['expected', 'paid', 'currency'].map((name) => ({ name, value: `loop.item.${name}` })),
            { name: 'right', value: 'nodes.check.right' },
            { name: 'lines', value: 'nodes.check.lines' },
            { name: 'deals', value: 'nodes.check.deals' },
            {
              name: 'reason',
              value:
                'substring(concat(nodes.check.wrong == 0 ? "Pay matches on recalculation, to the cent. " : "Pay does not match on recalculation. ", has(nodes.explain) ? join(nodes.explain.lines.filter(l, !has(loop.item.componentName) || l.component == loop.item.componentName).map(l, l.message), " ") : "Its arithmetic is not available."), 0, 1900)',
            },
          ],
        },
      ],
      agree: [
        'approval',
        'Does finance agree?',
        {
          title: `Disputes to resolve: {{ size(${rows}) }}`,
          instructions: `{{ join(${rows}.map(x, concat(x.payee, ": ", x.outcome, ". ", x.reason)), " — ") }}`,
          queue: 'finance',
        },
      ],
      resolved: ['loop', 'Each answer', { over: rows, limit: 100 }],
      resolve: [
        'resolve_dispute',
        'Resolve',
        { dispute: 'loop.item.dispute', outcome: 'loop.item.outcome', reason: '{{ loop.item.reason }}' },
      ],
      end: [
        'end',
        'Resolved',
        {
          result: result({
            processed: `sum(${rows}.map(x, x.deals))`,
            savings: `size(${claimed}) == 0 ? null : string(sum(${claimed}.map(x, decimal(x.expected) - x.paid)))`,
            accuracy: share(`sum(${rows}.map(x, x.right))`, `sum(${rows}.map(x, x.lines))`),
            summary: `concat("Disputes answered: ", size(${rows}), ", dismissed: ", size(${dismissed}), ", upheld: ", size(${rows}) - size(${dismissed}), ".")`,
          }),
        },
      ],
      declined: [
        'end',
        'Left open',
        {
          result: result({
            processed: `sum(${rows}.map(x, x.deals))`,
            summary: `concat("Disputes answered: ", size(${rows}), ". They stay open: the answers were not approved.")`,
          }),
        },
      ],
      none: nothing('There are no open disputes.'),
    },
    links: [
      ...[
        'begin > plans',
        'plans > open',
        'open > any',
        'any.no > none',
        'any.yes > each',
        'each.each > check',
      ],
      ...[
        'check.valid > both',
        'check.invalid > both',
        'both > explain',
        'explain > answered',
        'explain.error > answered',
        'answered > answer',
        'answer > each.next',
      ],
      ...[
        'each.done > agree',
        'agree.approved > resolved',
        'agree.rejected > declined',
        'agree.expired > declined',
      ],
      ...[
        'resolved.each > resolve',
        'resolve > resolved.next',
        'resolve.error > resolved.next',
        'resolved.done > end',
      ],
    ],
  }),
};
