import { expect, test } from 'vitest';
import { type SharedSuggestion, sharedOf, shareFormats, shareLinks } from './share.ts';

const shared: SharedSuggestion = {
  id: 'add-cap-mbo',
  title: 'Cap MBO at 1.2x <b> & more',
  planName: 'FY26 Account Executive plan',
  impact: 'Saves 75,000.00 USD over 2025 (1.6%); 19 of 48 people earn more than 1% less.',
  reasoning: 'a'.repeat(250),
  confidence: 84,
  riskScore: 33,
  badges: ['Maker-checker: OK'],
  isApplicable: true,
  evidence: { hash: '9f2a61c07b3d'.padEnd(64, '0'), anchor: 'ab12cd34ef', status: 'verified' },
  host: 'https://attain.example.com',
};
const { card, slack, teams, email } = shareFormats(shared);

test('[SGR-61] [ASSIST-SHARE-10] [ASSIST-SHARE-11] [ASSIST-SHARE-12] [ASSIST-SHARE-13] the four links are those of the product', () => {
  expect(card.links).toEqual({
    open: 'https://attain.example.com/suggestions/add-cap-mbo',
    apply: 'https://attain.example.com/suggestions/add-cap-mbo/apply',
    explain: 'https://attain.example.com/suggestions/add-cap-mbo/explain',
    api: 'https://attain.example.com/api/suggestions/add-cap-mbo/apply',
  });
  expect(shareLinks({ host: 'https://a.b', id: 'x/../y' }).open).toBe('https://a.b/suggestions/x%2F..%2Fy');
  // A message has no link that acts: chats open links by themselves.
  for (const text of [JSON.stringify(slack), JSON.stringify(teams), email.text])
    expect(text).not.toContain('/api/');
});

test('[ASSIST-SHARE-15] hashes have 8 characters everywhere', () => {
  expect(card.evidence).toEqual({ hash: '9f2a61c0', anchor: 'ab12cd34', status: 'verified' });
  const all = JSON.stringify([card, slack, teams, email]);
  expect(all).toContain('9f2a61c0');
  expect(all).not.toContain('9f2a61c07');
  expect(all).not.toContain('ab12cd34e');
});

test('[ASSIST-SHARE-16] reasoning has 200 characters and an ellipsis everywhere, a shorter one stays', () => {
  expect(card.reasoning).toBe(`${'a'.repeat(200)}…`);
  for (const text of [slack.text, JSON.stringify(slack.blocks), JSON.stringify(teams), email.text]) {
    expect(text).toContain(`${'a'.repeat(200)}…`);
    expect(text).not.toContain('a'.repeat(201));
  }
  expect(shareFormats({ ...shared, reasoning: 'b'.repeat(200) }).card.reasoning).toBe('b'.repeat(200));
});

test('Slack gets escaped text and blocks within its limits', () => {
  expect(slack.text).toContain('*Cap MBO at 1.2x &lt;b&gt; &amp; more*');
  expect(slack.blocks.length).toBeLessThanOrEqual(50);
  const long = shareFormats({ ...shared, title: 't'.repeat(400), planName: 'p'.repeat(4_000) }).slack;
  const lengths = long.blocks.map((block) => ('text' in block && block.text ? block.text.text.length : 0));
  expect(lengths[0]).toBeLessThanOrEqual(150);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(3_000);
});

test('[ASSIST-SHARE-05] Teams gets an Adaptive Card 1.4 whose buttons only open pages', () => {
  expect(teams).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
  expect(teams.fallbackText).toContain('Cap MBO');
  expect(new Set(teams.body.map(({ type }) => type))).toEqual(new Set(['TextBlock', 'FactSet']));
  expect(teams.actions.map(({ type }) => type)).toEqual(Array(3).fill('Action.OpenUrl'));
  expect(JSON.stringify(teams).length).toBeLessThan(28_000);
});

test('the e-mail has lines of at most 72 columns, links apart', () => {
  const words = shareFormats({ ...shared, reasoning: 'many words '.repeat(15) }).email.text;
  expect(words.split('\n').filter((line) => line.length > 72 && !line.includes('https://'))).toEqual([]);
  expect(email.subject).toBe('Suggestion for FY26 Account Executive plan: Cap MBO at 1.2x <b> & more');
});

test('a finding is shared to be read: no text offers to apply it', () => {
  const finding = shareFormats({ ...shared, isApplicable: false });
  for (const text of [
    finding.slack.text,
    JSON.stringify([finding.slack.blocks, finding.teams]),
    finding.email.text,
  ])
    expect(text).not.toMatch(/apply|confirm/);
  expect(finding.email.text).toContain('Why: https://attain.example.com/suggestions/add-cap-mbo/explain');
});

test('[SGR-61] computed sentences are written as on cards, words of people stay, and no payee is named', () => {
  const source = {
    ...shared,
    title: 'Cap at 1.2x',
    impact: 'Saves 75,000.00 EUR.',
    reasoning: 'It pays 10.00 EUR.',
    analyser: 'add-cap' as string | null,
    changes: [],
    participantId: null as string | null,
    evidenceHash: null,
    complianceOverlays: [],
  };
  const write = (sentence: string) => sentence.replaceAll(/([\d.,]+) EUR/g, '€$1');
  const of = (change: Partial<typeof source>) =>
    sharedOf(
      { ...source, ...change },
      { status: 'verified', auditAnchor: null },
      { host: 'https://a.b', write },
    );
  expect(of({})).toMatchObject({
    impact: 'Saves €75,000.00.',
    reasoning: 'It pays €10.00.',
    isApplicable: false,
  });
  expect(of({ analyser: null })).toMatchObject({ impact: 'Saves 75,000.00 EUR.', isApplicable: true });
  expect(of({ participantId: 'ann' }).reasoning).toBe('');
});
