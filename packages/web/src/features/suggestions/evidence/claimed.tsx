import type { EvidencePack, PackFigure } from '@attain/domain/proofs/pack';
import { formatSentence } from '../../../api/format-sentence.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Part } from '../why/part.tsx';
import { messages } from './messages.ts';

/** The figures of a pack with the artifacts they were recomputed from. */
export function Claimed({ pack }: { pack: EvidencePack }) {
  const names = Object.keys(messages.figures);
  const named = pack.figures
    .filter(({ name }) => names.includes(name))
    .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  if (named.length === 0) return null;
  return (
    <Part title={messages.claimed}>
      <div className="overflow-hidden rounded-lg border">
        <ScrollRegion label={messages.claimedRegion}>
          <table className="w-full">
            <thead className="caption bg-surface-2 text-fg-2">
              <tr className="border-b *:px-3 *:py-2 *:text-start *:font-medium *:nth-2:text-end">
                <th scope="col">{messages.figure}</th>
                <th scope="col">{messages.value}</th>
                <th scope="col" className="hidden @md:table-cell">
                  {messages.computed}
                </th>
              </tr>
            </thead>
            <tbody>
              {named.map((figure) => (
                <tr
                  key={figure.id}
                  className="border-b last:border-b-0 *:px-3 *:py-2 *:text-start *:nth-2:text-end"
                >
                  <th scope="row" className="font-medium @md:whitespace-nowrap">
                    {messages.figures[figure.name as keyof typeof messages.figures]}
                    <span className="block text-12 font-normal text-pretty text-fg-2 @md:hidden">
                      {sourceOf(figure, pack)}
                    </span>
                  </th>
                  <td className="figures font-semibold">{amountOf(figure)}</td>
                  <td className="hidden text-fg-2 @md:table-cell">{sourceOf(figure, pack)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
    </Part>
  );
}

function amountOf({ value, unit }: PackFigure): string {
  if (/^[A-Z]{3}$/.test(unit)) return formatMoney(value, { currency: unit });
  return unit === 'percent' ? `${value}%` : value;
}

/** How it is computed, or else the artifact that has it. */
function sourceOf({ name, from }: PackFigure, { artifacts, claim }: EvidencePack): string {
  if (name === 'projectedSavings') return messages.difference;
  if (name === 'confidence') return messages.meanOf(claim.steps.filter((step) => step !== null));
  return formatSentence(artifacts.find(({ id }) => from[0]?.startsWith(`${id}#`))?.title ?? '');
}
