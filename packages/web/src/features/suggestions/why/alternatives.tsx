import type { Explanation } from '@attain/contract/explanations';
import { formatSentence } from '../../../api/format-sentence.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { confidenceMeaning, riskMeaning, textOf } from '../bands.ts';
import { messages } from './messages.ts';

type Row = {
  id: string;
  title: string;
  hint?: string;
  savings: string | null;
  losers: number | null;
  risk: number | null;
  confidence: number | null;
  suggested?: true;
};

/** The suggested change beside the nearest others and no change, each replayed. */
export function Alternatives({
  explanation,
  figures,
}: {
  explanation: Explanation;
  figures: NonNullable<Explanation['figures']>;
}) {
  const { counterfactuals } = explanation;
  const rows: readonly Row[] = [
    {
      id: 'suggested',
      title: explanation.title,
      savings: figures.projectedSavings,
      losers: figures.losers,
      risk: figures.risk?.score ?? null,
      confidence: explanation.confidence,
      suggested: true,
    },
    ...counterfactuals.map((one) => ({
      id: one.id,
      title: one.title,
      hint: formatSentence(one.reasoning),
      savings: one.projectedSavings,
      losers: one.losers,
      risk: one.riskScore,
      confidence: one.confidence,
    })),
    {
      id: 'none',
      title: messages.noChange,
      savings: '0',
      losers: 0,
      risk: figures.risk?.before ?? null,
      confidence: null,
    },
  ];
  return (
    <>
      <div className="overflow-hidden rounded-lg border">
        <ScrollRegion label={messages.alternativesRegion}>
          <table className="w-full">
            <thead className="caption bg-surface-2 text-fg-2">
              <tr className="border-b *:px-3 *:py-2 *:text-end *:font-medium *:first:text-start">
                <th scope="col">{messages.change}</th>
                <th scope="col">{messages.saves}</th>
                <th scope="col">{messages.losers}</th>
                <th scope="col">{messages.risk}</th>
                <th scope="col">{messages.confidence}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <AlternativeRow key={row.id} row={row} currency={figures.currency} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      {counterfactuals.length === 0 ? (
        <p className="mt-2 text-12 text-fg-3">{messages.noAlternatives}</p>
      ) : null}
    </>
  );
}

function AlternativeRow({ row, currency }: { row: Row; currency: string }) {
  const { title, hint, savings, losers, risk, confidence, suggested } = row;
  return (
    <tr
      className={`border-b last:border-b-0 *:px-3 *:py-2 *:text-end *:first:text-start ${suggested ? 'bg-ai-soft' : ''}`}
    >
      <th scope="row" className="min-w-48 font-medium">
        {title} {suggested ? <Badge meaning="ai">{messages.suggested}</Badge> : null}
        {hint ? <span className="block text-12 font-normal text-fg-3">{hint}</span> : null}
      </th>
      <td className="figures font-semibold">{formatMoney(savings, { currency })}</td>
      <td className="figures">{losers ?? '—'}</td>
      <td className={`figures ${risk === null ? '' : textOf[riskMeaning(risk)]}`}>{risk ?? '—'}</td>
      <td className={`figures ${confidence === null ? '' : textOf[confidenceMeaning(confidence)]}`}>
        {confidence === null ? '—' : `${confidence}%`}
      </td>
    </tr>
  );
}
