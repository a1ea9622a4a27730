import { controlStates } from '@attain/domain/closes/control-totals';
import { z } from 'zod';
import { Moment } from './base.ts';

/** A total that the source states, to compare with the file. */
export const ControlSource = z.object({
  column: z.number().int().min(0).nullable().describe('The column that is added up; null: rows are counted'),
  from: z
    .union([z.enum(['person', 'total-row']), z.number().int().min(0)])
    .describe('Who states it: the person who imports, the total row, or a column with it in each row'),
});
export type ControlSource = z.infer<typeof ControlSource>;

/** A total over all records of a file, imported or not. */
export const FileControl = z.object({
  label: z.string().describe('“Rows”, or the header of the column'),
  found: z.string(),
  stated: z.string().nullable(),
  byFile: z.boolean().describe('The file states it, in its total row or in a column'),
  several: z.boolean().optional().describe('Its rows state different totals, so none is taken'),
});
export type FileControl = z.infer<typeof FileControl>;

/** The same with what a person stated. */
export const ComparedControl = FileControl.extend({
  state: z.enum(controlStates),
  difference: z.string().nullable().describe('Stated less found'),
  needsReason: z.boolean(),
});

/** Why rows are stored although control totals differ. */
export const ControlReason = z.object({ text: z.string(), by: z.string(), at: Moment });
