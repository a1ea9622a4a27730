import { Link } from '@tanstack/react-router';
import { formatSentence } from '../../../api/format-sentence.ts';
import { useMay } from '../../../api/me.ts';
import { paths } from '../../../paths.ts';
import type { Shown } from '../shown.ts';

const look = 'text-primary-text underline';
const places = { simulation: paths.simulation, calculation: paths.run, plan: paths.plan } as const;

/** A link to stored evidence, or its text alone if the user may not open it. */
export function EvidenceLink({ evidence }: { evidence: Shown['evidence'][number] }) {
  const { kind, id } = evidence;
  const message = formatSentence(evidence.message);
  const may = {
    simulation: useMay('read:simulations'),
    calculation: useMay('read:calculations'),
    'workflow-run': useMay('read:workflow-runs'),
    plan: useMay('read:plans'),
  }[kind];
  if (!may) return message;
  return kind === 'workflow-run' ? (
    <Link className={look} {...paths.workflowRun(id)}>
      {message}
    </Link>
  ) : (
    <Link className={look} {...places[kind](id)}>
      {message}
    </Link>
  );
}
