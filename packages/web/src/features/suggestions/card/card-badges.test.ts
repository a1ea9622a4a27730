import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Shown } from '../shown.ts';
import { CardBadges } from './card-badges.tsx';

type Badge = { label: string; text: string; color: string; icon: string };

/** The badges of a card as they are drawn: group, text, color and icon. */
function drawn(wanted: Partial<Shown>): readonly Badge[] {
  const plain = {
    confidence: null,
    riskScore: null,
    trustLevel: 'Caution',
    artifacts: [],
    complianceOverlays: [],
  };
  const suggestion = { ...plain, ...wanted } as unknown as Shown;
  const markup = renderToStaticMarkup(createElement(CardBadges, { suggestion }));
  return markup
    .split('role="group"')
    .slice(1)
    .flatMap((group) => {
      const label = /aria-label="([^"]*)"/.exec(group)?.[1] ?? '';
      return [...group.matchAll(/<span class="inline-flex h-5[^"]*"[^>]*>(.*?)<\/span><\/span>/g)].map(
        ([all = '']) => ({
          label,
          text: /truncate">([^<]*)/.exec(all)?.[1] ?? '',
          color: /text-(\w+)-text/.exec(all)?.[1] ?? 'neutral',
          icon: /lucide-([\w-]+)/.exec(all.replace('lucide lucide', 'lucide'))?.[1] ?? '',
        }),
      );
    });
}

const texts = (badges: readonly Badge[], label: string) =>
  badges.filter((one) => one.label === label).map(({ text }) => text);

test.each([
  ['Verified', 'ok', 'badge-check'],
  ['Alert', 'bad', 'circle-x'],
  ['Caution', 'warn', 'triangle-exclamation-point'],
] as const)(
  '[ASSIST-STATE-15] [ASSIST-STATE-16] [ASSIST-STATE-17] [CONF-ASSIST-39] the trust badge %s is drawn in %s with %s',
  (trustLevel, color, icon) => {
    expect(drawn({ trustLevel })).toEqual([{ label: 'Confidence and trust', text: trustLevel, color, icon }]);
  },
);

test.each([
  ['OK', 'ok', 'circle-check'],
  ['Warning', 'warn', 'triangle-exclamation-point'],
  ['Violation', 'bad', 'circle-x'],
] as const)(
  '[ASSIST-STATE-21] [ASSIST-STATE-22] [ASSIST-STATE-23] [ASSIST-STATE-24] a policy with %s is drawn in %s with %s',
  (status, color, icon) => {
    const overlay = { id: 'a', name: 'Pay cap', version: '1', status, industry: 'SaaS', description: '' };
    expect(drawn({ complianceOverlays: [overlay] })).toContainEqual({
      label: 'Compliance',
      text: 'Pay cap',
      color,
      icon,
    });
  },
);

test('[ASSIST-CARD-13] [ASSIST-CARD-14] [ASSIST-CARD-15] [ASSIST-CARD-16] [ASSIST-CARD-17] a card shows three artifacts and three policies, and how many more', () => {
  const artifacts = ['1', '2', '3', '4', '5'].map((id) => ({ id, title: `Artifact ${id}` }));
  const complianceOverlays = ['1', '2', '3', '4'].map((id) => ({ id, name: `Policy ${id}`, status: 'OK' }));
  const all = { artifacts, complianceOverlays } as unknown as Partial<Shown>;
  expect(texts(drawn(all), 'Evidence')).toEqual(['Artifact 1', 'Artifact 2', 'Artifact 3', '+2 more']);
  expect(texts(drawn(all), 'Compliance')).toEqual(['Policy 1', 'Policy 2', 'Policy 3', '+1 more']);
  const three = { artifacts: artifacts.slice(0, 3), complianceOverlays: complianceOverlays.slice(0, 3) };
  expect(drawn(three as unknown as Partial<Shown>).filter(({ text }) => text.includes('more'))).toEqual([]);
});
