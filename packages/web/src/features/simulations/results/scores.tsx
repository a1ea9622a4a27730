import type { MonteCarloSummary } from '../../../api/shapes.ts';
import { formatPercent } from '../../../base/format-number.ts';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { messages } from '../messages.ts';

type Part = { letter: string; name: string; figure: string; message: string };
type Score = {
  name: string;
  figure: number;
  word: string;
  meaning: Meaning;
  formula: string;
  parts: readonly Part[];
};

/** Risk score and confidence, each with formula and parts (SIM-7, SIM-8). */
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
    name: messages.scores.risk,
    figure: riskScore,
    ...(riskScore > 60
      ? { word: messages.scores.high, meaning: 'bad' as const }
      : riskScore > 30
        ? { word: messages.scores.medium, meaning: 'warn' as const }
        : { word: messages.scores.low, meaning: 'ok' as const }),
    formula: `100 × (0.4 × ${tail} + 0.3 × ${spread} + 0.3 × ${losers})`,
    parts: [
      {
        letter: 'T',
        name: messages.scores.tail,
        figure: tail,
        message: messages.scores.tailText,
      },
      {
        letter: 'V',
        name: messages.scores.spread,
        figure: spread,
        message: messages.scores.spreadText,
      },
      {
        letter: 'L',
        name: messages.scores.losers,
        figure: losers,
        message: messages.scores.losersText,
      },
    ],
  };
}

function confidenceOf({ confidence, confidenceParts }: MonteCarloSummary): Score {
  const { precision, history, coverage } = confidenceParts;
  return {
    name: messages.scores.confidence,
    figure: confidence,
    ...(confidence >= 80
      ? { word: messages.scores.good, meaning: 'ok' as const }
      : confidence >= 60
        ? { word: messages.scores.fair, meaning: 'warn' as const }
        : { word: messages.scores.poor, meaning: 'bad' as const }),
    formula: `100 × ${precision} × ${history} × ${coverage}`,
    parts: [
      {
        letter: 'P',
        name: messages.scores.precision,
        figure: precision,
        message: messages.scores.precisionText,
      },
      {
        letter: 'H',
        name: messages.scores.history,
        figure: history,
        message: messages.scores.historyText,
      },
      {
        letter: 'C',
        name: messages.scores.coverage,
        figure: coverage,
        message: messages.scores.coverageText,
      },
    ],
  };
}

function ScoreCard({ score }: { score: Score }) {
  return (
    <Card title={score.name} beside={<Badge meaning={score.meaning}>{score.word}</Badge>}>
      <p className="figures text-20 font-semibold">
        {score.figure} <span className="text-13 font-normal text-fg-3">{messages.scores.ofHundred}</span>
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
