import type { EvidencePack } from '@attain/domain/proofs/pack';
import { csvOf } from '../../../base/table-file.ts';

export const evidenceColumns = [
  ...['Row', 'Id', 'Name', 'Type', 'Value', 'Unit', 'Formula', 'From', 'Version'],
  ...['Status', 'Industry', 'Score', 'Source', 'Hash', 'Description'],
] as const;

type Cells = Partial<Record<(typeof evidenceColumns)[number], string>>;

/** One row for the pack, and one for each figure, artifact and overlay. */
export function evidenceCsv(pack: Omit<EvidencePack, 'salts' | 'signature' | 'audit'>): string {
  const { plan, verificationStatus, evidenceHash, regulatorHash, timestamp } = pack;
  const rows: Cells[] = [
    {
      Row: 'Pack',
      Id: pack.suggestionId,
      Name: regulatorHash,
      Type: pack.format,
      Version: String(plan.version),
      Status: verificationStatus,
      Source: `plan/${plan.id}`,
      Hash: evidenceHash,
      Description: timestamp,
    },
    ...pack.figures.map(({ id, name, value, unit, formula, from }) => ({
      Row: 'Figure',
      Id: id,
      Name: name,
      Value: value,
      Unit: unit,
      Formula: formula,
      From: from.join(' '),
    })),
    ...pack.artifacts.map(({ id, title, type, complianceScore, source, hash }) => ({
      Row: 'Artifact',
      Id: id,
      Name: title,
      Type: type,
      Source: source,
      Hash: hash,
      Score: String(complianceScore),
    })),
    ...pack.complianceOverlays.map(({ id, name, version, status, industry, description }) => ({
      Row: 'Overlay',
      Id: id,
      Name: name,
      Version: version,
      Status: status,
      Industry: industry,
      Description: description,
    })),
  ];
  return csvOf([
    [...evidenceColumns],
    ...rows.map((row: Cells) => evidenceColumns.map((name) => row[name] ?? '')),
  ]);
}
