import { isApplicable } from './moves.ts';

/** What is shared of a suggestion: no payee, cut hashes, and links that change nothing by themselves. */
export interface SharedSuggestion {
  readonly id: string;
  readonly title: string;
  readonly planName: string;
  /** What it saves or costs, in words, with its currency. */
  readonly impact: string;
  readonly reasoning: string;
  /** Percent; null: not computed. */
  readonly confidence: number | null;
  readonly riskScore: number | null;
  readonly badges: readonly string[];
  /** Findings, and changes of records, are read and not applied. */
  readonly isApplicable: boolean;
  /** Null: it has no evidence pack. */
  readonly evidence: {
    readonly hash: string;
    readonly anchor: string | null;
    readonly status: string;
  } | null;
  /** The product's own address, `https://attain.example.com`. */
  readonly host: string;
}

/** A suggestion as the API has it, as far as it is shared. */
type SharedSource = Omit<SharedSuggestion, 'badges' | 'evidence' | 'host' | 'isApplicable'> & {
  readonly analyser: string | null;
  readonly changes: readonly unknown[];
  readonly participantId: string | null;
  readonly evidenceHash: string | null;
  readonly complianceOverlays: readonly { readonly name: string; readonly status: string }[];
};

/**
 * What is shared of a suggestion. The reasoning about one payee is not. `write` gives a computed sentence its figures as cards have them;
 * words that people typed stay.
 */
export function sharedOf(
  suggestion: SharedSource,
  evidence: { readonly status: string; readonly auditAnchor: string | null },
  { host, write }: { readonly host: string; readonly write: (sentence: string) => string },
): SharedSuggestion {
  const { id, title, planName, confidence, riskScore, evidenceHash, analyser } = suggestion;
  const written = (sentence: string) => (analyser === null ? sentence : write(sentence));
  return {
    id,
    title,
    planName,
    impact: written(suggestion.impact),
    confidence,
    riskScore,
    host,
    isApplicable: isApplicable(suggestion),
    badges: suggestion.complianceOverlays.map(({ name, status }) => `${name}: ${status}`),
    reasoning: suggestion.participantId === null ? written(suggestion.reasoning) : '',
    evidence:
      evidenceHash === null
        ? null
        : { hash: evidenceHash, anchor: evidence.auditAnchor, status: evidence.status },
  };
}

/** The four places to share a suggestion in. */
export interface ShareFormats {
  readonly card: ReturnType<typeof shareCard>;
  readonly slack: ReturnType<typeof slackMessage>;
  readonly teams: ReturnType<typeof teamsCard>;
  readonly email: ReturnType<typeof shareEmail>;
}

/** A suggestion in all four formats. */
export function shareFormats(given: SharedSuggestion): ShareFormats {
  const shared = { ...given, reasoning: excerpt(given.reasoning) };
  return {
    card: shareCard(shared),
    slack: slackMessage(shared),
    teams: teamsCard(shared),
    email: shareEmail(shared),
  };
}

/** The links of a suggestion. The first three open it after sign-in; the last answers POST only. */
export function shareLinks({ host, id }: Pick<SharedSuggestion, 'host' | 'id'>) {
  const open = `${host}/suggestions/${encodeURIComponent(id)}`;
  const api = `${host}/api/suggestions/${encodeURIComponent(id)}/apply`;
  return { open, apply: `${open}/apply`, explain: `${open}/explain`, api };
}

/** Pages to open from a message. */
function openings(shared: SharedSuggestion): readonly (readonly [label: string, url: string])[] {
  const { open, explain, apply } = shareLinks(shared);
  return [
    ['Open', open],
    ['Why', explain],
    ...(shared.isApplicable ? [['Review and apply', apply] as const] : []),
  ];
}

/** The first 200 characters and an ellipsis. */
export function excerpt(reasoning: string): string {
  return cut(reasoning, MAX_REASONING);
}

/** The first 8 characters of a hash: a label, never the proof. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8);
}

const MAX_REASONING = 200;
const EMAIL_COLUMNS = 72;

function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}

function shareCard(shared: SharedSuggestion) {
  const { id, title, planName, impact, reasoning, confidence, riskScore, badges } = shared;
  return {
    format: 'attain.suggestion-card/1' as const,
    id,
    title,
    plan: planName,
    impact,
    reasoning,
    confidence,
    riskScore,
    badges,
    evidence: shortEvidence(shared),
    links: shareLinks(shared),
  };
}

function shortEvidence({ evidence }: SharedSuggestion) {
  if (evidence === null) return null;
  const { hash, anchor, status } = evidence;
  return { hash: shortHash(hash), anchor: anchor === null ? null : shortHash(anchor), status };
}

/** Name and value of each figure, as far as there is one. */
function factsOf(shared: SharedSuggestion): readonly (readonly [string, string])[] {
  const { planName, impact, confidence, riskScore, badges } = shared;
  const evidence = shortEvidence(shared);
  const facts: readonly (readonly [string, string | null])[] = [
    ['Plan', planName],
    ['Impact', impact],
    ['Confidence', confidence === null ? null : `${confidence}%`],
    ['Risk', riskScore === null ? null : `${riskScore} of 100`],
    ['Checks', badges.length === 0 ? null : badges.join(', ')],
    ['Evidence', evidence && `${evidence.hash} (${evidence.status})`],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const]));
}

const MAX_SLACK_HEADER = 150;
const MAX_SLACK_SECTION = 3_000;

/** Text in Slack's mrkdwn, and the same as Block Kit. Buttons open a page. */
function slackMessage(shared: SharedSuggestion) {
  const { title, reasoning } = shared;
  const links = shareLinks(shared);
  const lines = factsOf(shared).map(([name, value]) => `*${name}:* ${mrkdwn(value)}`);
  const text = [`*${mrkdwn(title)}*`, ...lines, mrkdwn(reasoning), `<${links.open}|Open in Attain>`]
    .filter((line) => line !== '')
    .join('\n');
  const section = (content: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: cut(content, MAX_SLACK_SECTION - 1) },
  });
  const button = (label: string, url: string) => ({
    type: 'button',
    text: { type: 'plain_text', text: label },
    url,
  });
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: cut(title, MAX_SLACK_HEADER - 1) } },
    section(lines.join('\n')),
    ...(reasoning === '' ? [] : [section(mrkdwn(reasoning))]),
    {
      type: 'actions',
      elements: openings(shared).map(([label, url]) => button(label, url)),
    },
  ];
  return { text, blocks };
}

/** The three characters that Slack reads as markup. */
function mrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An Adaptive Card of version 1.4, which older clients of Teams show as well; its buttons only open pages. */
function teamsCard(shared: SharedSuggestion) {
  const { title, impact, reasoning } = shared;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: `${title}. ${impact}`,
    body: [
      { type: 'TextBlock', text: title, size: 'Large', weight: 'Bolder', wrap: true },
      { type: 'FactSet', facts: factsOf(shared).map(([name, value]) => ({ title: name, value })) },
      ...(reasoning === '' ? [] : [{ type: 'TextBlock', text: reasoning, wrap: true }]),
    ],
    actions: openings(shared).map(([label, url]) => ({ type: 'Action.OpenUrl', title: label, url })),
  };
}

/** Subject, and text of 72 columns; links stay whole. */
function shareEmail(shared: SharedSuggestion) {
  const { title, planName, reasoning } = shared;
  const parts = [
    [title],
    factsOf(shared).map(([name, value]) => `${name}: ${value}`),
    [reasoning],
    openings(shared).map(([label, url]) => `${label}: ${url}`),
    [
      shared.isApplicable
        ? 'Opening a link changes nothing. You sign in and confirm first.'
        : 'Opening a link changes nothing. You sign in first.',
    ],
  ];
  const text = parts
    .map((part) => part.filter((line) => line !== '').map(wrapped))
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
  return { subject: cut(`Suggestion for ${planName}: ${title}`, 150), text };
}

function wrapped(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > EMAIL_COLUMNS) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}
