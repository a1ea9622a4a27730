import { useEffect, useRef, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/**
 * The text of a search field stored in the address: input shows at once and is written to the address after
 * a pause; going back restores the earlier text. `keep` writes to the address, possibly with a delay; late
 * arrivals do not replace newer input.
 */
export function useAddressText(
  kept: string | undefined,
  keep: (text: string | undefined) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(kept ?? '');
  const settled = useDebounced(text.trim()) || undefined;
  const known = useRef(kept);
  const latest = useRef(keep);
  const onTheWay = useRef<readonly (string | undefined)[]>([]);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    const later = writtenAfter(onTheWay.current, kept);
    onTheWay.current = later ?? [];
    if (later !== null || kept === known.current) return;
    known.current = kept;
    setText(kept ?? '');
  }, [kept]);
  useEffect(() => {
    if (settled === known.current) return;
    known.current = settled;
    onTheWay.current = [...onTheWay.current, settled];
    latest.current(settled);
  }, [settled]);
  return [text, setText];
}

/** The texts written after the one that arrived, still pending; null if that text was never written. */
export function writtenAfter(
  written: readonly (string | undefined)[],
  arrived: string | undefined,
): readonly (string | undefined)[] | null {
  const at = written.indexOf(arrived);
  return at === -1 ? null : written.slice(at + 1);
}
