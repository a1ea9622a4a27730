import { resultOf } from '@attain/domain/base/steps';
import { type EvidencePack, makePack, signPack } from '@attain/domain/proofs/pack';
import { sha256Hex } from './canonical.ts';
import { factsOf } from './log.fixture.ts';
import type { LogSigner } from './log-key.ts';
import { nodeDigest } from './node-digest.ts';
import { loggedThird } from './statement.fixture.ts';

/** Each saves 100.25. */
const payeesOf = (names: readonly string[]) =>
  names.map((payee, at) => ({
    payee,
    before: `${1_000 + at}.50`,
    after: `${900 + at}.25`,
    inputHash: sha256Hex(payee),
  }));

/** A pack of one replay, one policy and one overlay, signed and recorded in a log of some other acts. */
export function sealedPack(
  signer: LogSigner,
  names: readonly string[] = ['ada', 'ben', 'cyd'],
): EvidencePack {
  const saved = (names.length * 100.25).toFixed(2);
  const { manifest, salts } = resultOf(
    makePack(
      nodeDigest,
      {
        suggestionId: 'add-cap-mbo',
        timestamp: '2026-11-22T14:05:09.120Z',
        plan: { id: 'plan-1', version: 1, documentHash: sha256Hex('plan'), people: 'fy25', asDesigned: true },
        changes: [{ component: 'mbo', set: { cap: '1.2x' } }],
        claim: {
          projectedSavings: saved,
          currency: 'USD',
          span: '2025-01-01..2025-12-31',
          riskScore: 33,
          confidence: 84,
          steps: [100, 97, null, 88],
        },
        artifacts: [
          {
            id: 'a1',
            type: 'historical_data',
            title: `Replay of ${names.length} payees, 4 quarters`,
            source: 'simulation/7b',
            complianceScore: 100,
            content: { engine: 'e9', inputHash: sha256Hex('input') },
            payees: payeesOf(names),
          },
          {
            id: 'a2',
            type: 'policy',
            title: 'Two approvals',
            source: 'authorization_policies/p1',
            complianceScore: 50,
            content: { policyName: 'Two approvals', conditions: { approvals: 2 } },
          },
        ],
        complianceOverlays: [
          {
            id: 'ca-2751',
            name: 'Written commission contract',
            version: '2026-1',
            status: 'Warning',
            industry: 'SaaS',
            description: '1 of 3 receipts missing',
          },
        ],
        figures: [
          {
            id: 'F1',
            name: 'projectedSavings',
            value: saved,
            unit: 'USD',
            formula: 'before − after',
            from: ['a1#/payees/before', 'a1#/payees/after'],
          },
        ],
      },
      (place) => sha256Hex(`salt of ${place}`).slice(0, 32),
    ),
  );
  const facts = { ...factsOf(2, signer.origin), action: 'evidence.packed', after: manifest.evidenceHash };
  const { body, proof } = loggedThird(facts, signer);
  return {
    ...manifest,
    verificationStatus: 'verified',
    salts,
    signature: signPack(manifest, signer),
    audit: { key: signer.line, entry: body, proof },
  };
}
