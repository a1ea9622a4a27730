import { decimal } from '@attain/domain/base/decimal';
import { money } from '@attain/domain/base/figures';
import type { EvidencePack } from '@attain/domain/proofs/pack';
import type { Verdict } from '@attain/domain/proofs/verdict';
import { ink, Paper, type } from '../../statements/paper/paper.ts';
import { drawTable } from '../../statements/paper/table.ts';

/** An evidence pack to print: figures, artifacts, overlays, and all hashes; the file itself is attached inside. */
export interface PrintedEvidence {
  readonly title: string;
  readonly planName: string;
  readonly tenantName: string;
  readonly pack: Omit<EvidencePack, 'salts' | 'signature' | 'audit'>;
  readonly verdict: Verdict;
  /** Name and content of the attached JSON. */
  readonly attached: { readonly name: string; readonly text: string };
}

/** The evidence as a tagged PDF (PDF/UA). */
export async function evidencePdf(printed: PrintedEvidence): Promise<Buffer> {
  const { title, planName, tenantName, pack, attached } = printed;
  const { claim, regulatorHash, timestamp } = pack;
  const createdAt = new Date(timestamp);
  const paper = new Paper({
    title: `Evidence pack: ${title}`,
    author: tenantName,
    subject: `${regulatorHash}, ${planName}`,
    createdAt,
  });
  paper.doc.file(Buffer.from(attached.text), {
    name: attached.name,
    type: 'application/json',
    description: 'The evidence pack; verify it with “npx attain verify”',
    creationDate: createdAt,
    modifiedDate: createdAt,
  });
  const { left, y } = paper;
  paper.tagged('P', () => paper.line(`${tenantName} · Evidence pack`, { x: left, y: y + 8 }, type.label));
  paper.y += 20;
  paper.paragraph('H1', title, type.title);
  const savings = money(decimal(claim.projectedSavings), claim.currency);
  paper.paragraph('P', `${planName} · ${claim.span.replace('..', ' to ')}`, {
    ...type.body,
    color: ink.soft,
  });
  paper.paragraph('P', `Projected savings ${savings} ${claim.currency}`, type.strong);
  paper.y += 12;
  await drawSections(paper, printed);
  await drawIntegrity(paper, printed);
  return paper.finish((page, of) => ({
    left: `${regulatorHash} · ${timestamp.slice(0, 10)}`,
    right: `Page ${page} of ${of}`,
  }));
}

async function drawSections(paper: Paper, { pack }: PrintedEvidence): Promise<void> {
  await section(paper, 'Figures', [
    [
      { name: 'Figure', parts: 30 },
      { name: 'Value', parts: 22, right: true },
      { name: 'Unit', parts: 12 },
      { name: 'Computed from', parts: 36 },
    ],
    pack.figures.map(({ name, value, unit, formula }) => [name, value, unit, formula]),
  ]);
  await section(paper, 'Supporting artifacts', [
    [
      { name: 'Artifact', parts: 46 },
      { name: 'Type', parts: 20 },
      { name: 'Score', parts: 10, right: true },
      { name: 'Source', parts: 34 },
    ],
    pack.artifacts.map(({ title, type: kind, complianceScore, source }) => [
      title,
      kind.replace('_', ' '),
      String(complianceScore),
      source,
    ]),
  ]);
  await section(paper, 'Policies', [
    [
      { name: 'Policy', parts: 34 },
      { name: 'Status', parts: 14 },
      { name: 'Finding', parts: 52 },
    ],
    pack.complianceOverlays.map(({ name, status, description }) => [name, status, description]),
  ]);
}

async function drawIntegrity(paper: Paper, { pack, verdict, attached }: PrintedEvidence): Promise<void> {
  await section(paper, 'Integrity', [
    [
      { name: 'What', parts: 26 },
      { name: 'SHA-256', parts: 74 },
    ],
    [
      ['Evidence', pack.evidenceHash],
      ['Plan document', pack.plan.documentHash],
      ...pack.artifacts.map(({ id, title, hash }) => [`${id} ${title}`, hash]),
    ],
  ]);
  await section(paper, 'Verification', [
    [
      { name: 'Step', parts: 16 },
      { name: 'Outcome', parts: 12 },
      { name: 'Finding', parts: 72 },
    ],
    verdict.steps.map(({ step, outcome, message }) => [step, outcome, message]),
  ]);
  paper.paragraph(
    'P',
    `The file ${attached.name} is attached to this document. “npx attain verify ${attached.name}” repeats these steps without a server.`,
    type.body,
  );
}

async function section(
  paper: Paper,
  title: string,
  [columns, rows]: readonly [Parameters<typeof drawTable>[1], readonly (readonly string[])[]],
): Promise<void> {
  if (rows.length === 0) return;
  paper.makeRoom(80);
  paper.paragraph('H2', title, type.heading);
  paper.y += 4;
  await drawTable(paper, columns, { rows, title });
  paper.y += 14;
}
