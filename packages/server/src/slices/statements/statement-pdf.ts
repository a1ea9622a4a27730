import type { Statement } from '@attain/contract/payouts';
import { linePercent } from '@attain/domain/attainment/attainment';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { decimal } from '@attain/domain/base/decimal';
import { money } from '@attain/domain/base/figures';
import { parseLogKey } from '@attain/domain/proofs/log-key';
import { readLogProof } from '@attain/domain/proofs/log-proof';
import type { StatementAudit } from '@attain/domain/proofs/statement-file';
import { nodeDigest } from '../../audit/node-digest.ts';
import { attainmentInWords } from '../../base/figures-in-words.ts';
import { exactMoneyInWords } from '../../base/money-in-words.ts';
import { sentenceInWords } from '../../base/sentence-in-words.ts';
import { ruleTexts } from '../payouts/rule-texts.ts';
import type { FullStatement } from './load-statement.ts';
import { ink, leading, Paper, type } from './paper/paper.ts';
import { drawTable } from './paper/table.ts';
import { drawCredits } from './sections/credits.ts';
import { drawPayment, paymentSentence } from './sections/payments.ts';
import { verifiableStatement } from './statement-file.ts';
import { lineWords, measured, statusWords } from './statement-words.ts';

/** The statement as a tagged PDF (PDF/UA) to read and keep: every line with its sentence, arithmetic, credits and sums. */
export async function statementPdf(full: FullStatement): Promise<Buffer> {
  const { statement } = full;
  const { participant, run, tenantName } = statement;
  const paper = new Paper({
    title: `Statement of ${participant.name}, ${run.planName}, ${run.period.key}`,
    author: tenantName,
    subject: `${exactMoneyInWords(statement.total, statement.currency)}, ${statusWords[statement.status]}`,
    createdAt: new Date(run.finishedAt ?? run.createdAt),
  });
  drawOpening(paper, full);
  await drawSummary(paper, full);
  for (const line of statement.lines) await drawLine(paper, line, full);
  for (const payment of full.payments) await drawPayment(paper, payment);
  await drawRules(paper, full);
  await drawProof(paper, full);
  const { resultHash, engineVersion } = statement.proof;
  return paper.finish((page, of) => ({
    left: `${participant.name} · ${run.planName} · ${run.period.key} · result ${resultHash.slice(0, 16)}… · engine ${engineVersion}`,
    right: `Page ${page} of ${of}`,
  }));
}

type Line = Statement['lines'][number];

function drawOpening(paper: Paper, { statement, payments }: FullStatement): void {
  const { participant, run, tenantName, currency } = statement;
  const top = paper.y;
  paper.tagged('P', () => paper.line(`${tenantName} · Statement`, { x: paper.left, y: top + 8 }, type.label));
  const total = exactMoneyInWords(statement.total, currency);
  const totalStyle = { ...type.title, color: ink.accent };
  const room = paper.width - paper.type.width(total, totalStyle) - 24;
  paper.y = top + 20;
  paper.paragraph('H1', participant.name, type.title, room);
  paper.tagged('P', () => {
    paper.line(
      payments.length > 0 ? 'Earned' : 'Total pay',
      { x: paper.right, y: top + 8, toLeft: true },
      type.label,
    );
    paper.line(total, { x: paper.right, y: top + 20 + type.title.size, toLeft: true }, totalStyle);
  });
  const reports = participant.managerName ? `reports to ${participant.managerName}` : null;
  const who = [participant.id, participant.title, reports].filter((part) => part).join(' · ');
  paper.paragraph('P', who, { ...type.body, color: ink.soft });
  paper.y += 10;
  const version = run.version === null ? '' : `, version ${run.version}`;
  const { key, from, to } = run.period;
  drawFacts(paper, [
    { label: 'Plan', value: `${run.planName}, version ${run.planVersion}`, part: 0.27 },
    { label: 'Period', value: `${key}, ${dayInWords(from)} to ${dayInWords(to)}`, part: 0.31 },
    { label: 'Calculated', value: `${dayOf(run.finishedAt ?? run.createdAt)}${version}`, part: 0.22 },
    { label: 'Status', value: statusWords[statement.status], part: 0.2 },
  ]);
}

function drawFacts(
  paper: Paper,
  facts: readonly { readonly label: string; readonly value: string; readonly part: number }[],
): void {
  const step = leading(type.body.size);
  let x = paper.left;
  let max = 1;
  paper.rule();
  for (const { label, value, part } of facts) {
    const width = paper.width * part;
    const lines = paper.type.wrap(value, type.body, width - 10);
    const at = x;
    paper.tagged('P', () => {
      paper.line(label, { x: at, y: paper.y + 15 }, type.label);
      for (const [row, line] of lines.entries())
        paper.line(line, { x: at, y: paper.y + 29 + row * step }, type.body);
    });
    x += width;
    max = Math.max(max, lines.length);
  }
  paper.y += 24 + max * step + 8;
}

async function drawSummary(paper: Paper, { statement, inputs, payments }: FullStatement): Promise<void> {
  const { currency, lines } = statement;
  const columns = [
    { name: 'Component', parts: 30 },
    { name: 'Credited', parts: 16, right: true },
    { name: 'Quota', parts: 16, right: true },
    { name: 'Attainment', parts: 13, right: true },
    { name: `Pay (${currency})`, parts: 16, right: true },
  ];
  const rows = lines.map((line) => [
    line.componentName,
    measured(inputs.plan, line.componentId, line.credited),
    line.quota === null ? '—' : measured(inputs.plan, line.componentId, line.quota),
    attained(line),
    money(decimal(line.amount), currency),
  ]);
  const total = money(decimal(statement.total), currency);
  await drawTable(paper, columns, { rows, sum: ['Total', '', '', '', total], title: 'Summary' });
  paper.y += payments.length > 0 ? 8 : 0;
  for (const payment of payments) paper.paragraph('P', paymentSentence(payment), type.strong);
  paper.y += 22;
}

async function drawLine(paper: Paper, line: Line, full: FullStatement): Promise<void> {
  paper.makeRoom(120);
  const amount = exactMoneyInWords(line.amount, line.currency);
  const words = (message: string) => withoutSigma(sentenceInWords(message, line.currency));
  const top = paper.y;
  paper.paragraph(
    'H2',
    line.componentName,
    type.heading,
    paper.width - paper.type.width(amount, type.heading) - 16,
  );
  paper.tagged('P', () =>
    paper.line(amount, { x: paper.right, y: top + type.heading.size, toLeft: true }, type.heading),
  );
  paper.y += 2;
  paper.paragraph('P', words(line.message), type.body);
  for (const message of lineWords(line, full.inputs.plan)) paper.paragraph('P', message, type.body);
  if (line.nextTier) paper.paragraph('P', words(line.nextTier.message), { ...type.body, color: ink.soft });
  paper.y += 6;
  await drawTable(
    paper,
    [
      { name: 'Rule', parts: 12 },
      { name: 'Step', parts: 42 },
      { name: 'Arithmetic', parts: 34, right: true },
      { name: 'Result', parts: 18, right: true },
    ],
    {
      rows: line.steps.map((step) => [
        ...[step.rule, words(step.message), withoutSigma(step.formula), step.result],
      ]),
      title: `${line.componentName}: arithmetic`,
    },
  );
  paper.y += 10;
  await drawCredits(paper, line, full);
  paper.y += 16;
}

/** The rules by which the lines were paid, in words: a number alone explains nothing. */
async function drawRules(paper: Paper, { statement, rules }: FullStatement): Promise<void> {
  const used = statement.lines.flatMap((line) => [
    ...(rules.get(line.componentId) ?? []),
    ...line.steps.map((step) => step.rule),
  ]);
  paper.makeRoom(100);
  paper.paragraph('H2', 'Rules applied', type.heading);
  paper.y += 4;
  const rows = ruleTexts([...new Set(used)]).map(({ rule, text }) => [rule, withoutSigma(text)]);
  await drawTable(
    paper,
    [
      { name: 'Rule', parts: 12 },
      { name: 'Terms that apply', parts: 88 },
    ],
    { rows, title: 'Rules' },
  );
  paper.y += 20;
}

async function drawProof(paper: Paper, full: FullStatement): Promise<void> {
  const { proof, run } = full.statement;
  paper.makeRoom(150);
  paper.paragraph('H2', 'How to verify it', type.heading);
  paper.y += 2;
  paper.paragraph(
    'P',
    'The proof file of this statement (JSON) contains all inputs of the pay. Without a server, “npx attain verify statement.json” recalculates it to the cent and compares the hashes below.',
    type.body,
  );
  paper.y += 6;
  const rows = [
    ['Figures', verifiableStatement(full).hashes.figures],
    ['Result of the run', proof.resultHash],
    ['Inputs of this pay', proof.inputHash],
    ['Plan document', proof.documentHash],
    ['Run', run.id],
    ['Engine', proof.engineVersion],
    ...logRows(full.seal),
  ];
  await drawTable(
    paper,
    [
      { name: 'What', parts: 22 },
      { name: 'SHA-256 or identifier', parts: 78 },
    ],
    { rows, title: 'Proof' },
  );
  if (!paper.type.lacking) return;
  paper.y += 8;
  const message =
    'A box is a character that the fonts of this file can’t show. Its text can be copied, and is in the CSV and the proof file.';
  paper.paragraph('P', message, { ...type.body, color: ink.soft });
}

/** Audit log entry of the statement, and the key to compare with the operator's. */
function logRows(seal: StatementAudit | null): string[][] {
  if (!seal) return [];
  const { origin, fingerprint } = parseLogKey(nodeDigest, seal.key);
  const { index } = readLogProof(seal.proof);
  return [
    ['Audit log', `entry ${index} of ${origin}`],
    ['Public key of the log', fingerprint],
  ];
}

function attained(line: Line): string {
  const percent = linePercent(line);
  return percent === null ? '—' : attainmentInWords(percent);
}

const dayOf = (moment: string) => dayInWords(moment.slice(0, 10));
/** No font of the file has the summation sign at every weight, and the word reads better in a sentence. */
const withoutSigma = (text: string) => text.replace(/Σ\s*of\s/g, 'Sum of ').replace(/Σ\s*/g, 'Sum ');
