import { decimal, HUNDRED, isDecimal, plain, sum } from '@attain/domain/base/decimal';
import type { Split } from '@attain/domain/crediting/deal';
import type { Fail } from './read-text.ts';

/** Reads `276:60;289:40`; the shares are percents above zero that sum to exactly 100. Canonical: the JSON a deal stores. */
export function readSplits(text: string, fail: Fail): string {
  const splits = readShares(text, fail);
  if (typeof splits === 'string') return splits;
  const total = sum(splits.map((split) => decimal(split.sharePercent)));
  if (!total.eq(HUNDRED))
    return fail(`The shares total ${plain(total)}% instead of 100%.`, 'Correct the shares.');
  return JSON.stringify(splits);
}

/** Reads the same form as credit on top of a deal: percents above zero that may sum to anything. */
export function readOverlays(text: string, fail: Fail): string {
  const overlays = readShares(text, fail);
  return typeof overlays === 'string' ? overlays : JSON.stringify(overlays);
}

/** The shares, or the result of `fail` for the first invalid one. */
function readShares(text: string, fail: Fail): Split[] | string {
  const splits: Split[] = [];
  for (const part of text.split(/[;|]/)) {
    if (part.trim() === '') continue;
    const match = /^(.+)[:=]\s*([^:=]+?)\s*%?$/.exec(part.trim());
    const participantId = match?.[1]?.trim() ?? '';
    const sharePercent = match?.[2] ?? '';
    if (participantId === '' || !isDecimal(sharePercent) || decimal(sharePercent).lte(0)) {
      return fail(
        `“${part.trim()}” is not a share.`,
        'Use participant, colon and a percentage above zero, separated by semicolons: 276:60;289:40.',
      );
    }
    if (splits.some((split) => split.participantId === participantId)) {
      return fail(`Participant ${participantId} has two shares.`, 'Combine them into one.');
    }
    splits.push({ participantId, sharePercent });
  }
  return splits;
}
