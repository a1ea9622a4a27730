import { useEffect, useRef, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/**
 * The text of a search field that the address keeps: what is typed stands in the field at once and in the address when
 * the typing pauses; going back in the browser brings the earlier text back. `keep` writes it into the address, which may
 * take a while: what arrives there late is no reason to take back what was typed since.
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

/** What was written after the text that has arrived and is still on its way; null where that text was never written. */
export function writtenAfter(
  written: readonly (string | undefined)[],
  arrived: string | undefined,
): readonly (string | undefined)[] | null {
  const at = written.indexOf(arrived);
  return at === -1 ? null : written.slice(at + 1);
}
