import type { MonteCarloSummary } from '../../../api/shapes.ts';
import { formatPercent } from '../../../base/format-number.ts';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';

type Part = { letter: string; name: string; figure: string; message: string };
type Score = {
  name: string;
  rule: string;
  figure: number;
  word: string;
  meaning: Meaning;
  formula: string;
  parts: readonly Part[];
};

/** The risk score and the confidence, each with its formula and the parts it was computed from (SIM-7, SIM-8). */
export function Scores({ summary }: { summary: MonteCarloSummary }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ScoreCard score={riskOf(summary)} />
      <ScoreCard score={confidenceOf(summary)} />
    </div>
  );
}

function riskOf({ riskScore, riskParts }: MonteCarloSummary): Score {
  const { tail, spread, losers } = riskParts;
  return {
    ...{ name: 'Risk score', rule: 'SIM-7', figure: riskScore },
    ...(riskScore > 60
      ? { word: 'High', meaning: 'bad' as const }
      : riskScore > 30
        ? { word: 'Medium', meaning: 'warn' as const }
        : { word: 'Low', meaning: 'ok' as const }),
    formula: `100 × (0.4 × ${tail} + 0.3 × ${spread} + 0.3 × ${losers})`,
    parts: [
      {
        ...{ letter: 'T', name: 'Tail', figure: tail },
        message: 'How far the dearest 5% of the scenarios lie above the mean; 1 at a quarter of it.',
      },
      {
        ...{ letter: 'V', name: 'Spread', figure: spread },
        message: 'Standard deviation of the cost over its mean; 1 at a quarter of it.',
      },
      {
        ...{ letter: 'L', name: 'Losers', figure: losers },
        message: 'Share of the payees whose mean pay falls by more than 1%.',
      },
    ],
  };
}

function confidenceOf({ confidence, confidenceParts }: MonteCarloSummary): Score {
  const { precision, history, coverage } = confidenceParts;
  return {
    ...{ name: 'Confidence', rule: 'SIM-8', figure: confidence },
    ...(confidence >= 80
      ? { word: 'Good', meaning: 'ok' as const }
      : confidence >= 60
        ? { word: 'Fair', meaning: 'warn' as const }
        : { word: 'Poor', meaning: 'bad' as const }),
    formula: `100 × ${precision} × ${history} × ${coverage}`,
    parts: [
      {
        ...{ letter: 'P', name: 'Precision', figure: precision },
        message: 'How narrow the 95% interval of the savings is; 0 at 5% of the cost before.',
      },
      {
        ...{ letter: 'H', name: 'History', figure: history },
        message: 'Months with deals of a payee on average, of twelve.',
      },
      {
        ...{ letter: 'C', name: 'Coverage', figure: coverage },
        message: 'Share of the payees that both plans can pay.',
      },
    ],
  };
}

function ScoreCard({ score }: { score: Score }) {
  return (
    <Card
      title={score.name}
      beside={<Badge meaning={score.meaning}>{score.word}</Badge>}
      actions={<span className="font-mono text-11 text-fg-3">{score.rule}</span>}
    >
      <p className="figures text-20 font-semibold">
        {score.figure} <span className="text-13 font-normal text-fg-3">of 100</span>
      </p>
      <p className="figures font-mono text-12 break-words whitespace-normal! text-fg-2">
        {score.figure} = {score.formula}
      </p>
      <dl className="mt-2 divide-y border-t">
        {score.parts.map((part) => (
          <div key={part.letter} className="grid gap-x-3 py-1.5 @sm:grid-cols-[7rem_4rem_1fr]">
            <dt className="font-medium">
              {part.name} <span className="font-normal text-fg-3">{part.letter}</span>
            </dt>
            <dd className="figures @sm:text-end">{formatPercent(part.figure, 1)}</dd>
            <dd className="text-12 text-fg-2">{part.message}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
