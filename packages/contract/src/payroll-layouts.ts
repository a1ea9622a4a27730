import {
  dayFormats,
  decimalSigns,
  MAX_COLUMNS,
  payrollFields,
  separators,
} from '@attain/domain/payments/payroll-layout';
import { z } from 'zod';
import { Currency, endpoint, Words } from './base.ts';

const tags = ['Payments'];
const ById = z.object({ id: z.uuid() });

/** How one payroll system wants its file. */
const PayrollLayout = z.object({
  name: Words.pipe(z.string().min(1, 'Enter a name').max(60)),
  columns: z
    .array(
      z.object({
        header: Words.pipe(z.string().max(100)),
        field: z.enum(payrollFields),
        text: Words.pipe(z.string().max(200))
          .default('')
          .describe('Of the field `text`: the same in each row'),
      }),
    )
    .min(1)
    .max(MAX_COLUMNS),
  separator: z.enum(separators),
  decimalSign: z.enum(decimalSigns),
  days: z.enum(dayFormats),
  hasHeaders: z.boolean(),
  skipsZero: z.boolean().describe('Leaves payments of zero out'),
  currency: Currency.nullable().describe('The currency whose payments the file has; null: all'),
});

export type PayrollLayout = z.infer<typeof PayrollLayout>;

/** A stored layout. */
export const StoredLayout = PayrollLayout.extend({ id: z.uuid() });
export type StoredLayout = z.infer<typeof StoredLayout>;

/** Layouts of payroll files; `/api/payments/{runId}/payroll/{layoutId}` downloads posted payments in one. */
export const payrollLayouts = {
  list: endpoint
    .route({ method: 'GET', path: '/payroll-layouts', summary: 'List payroll layouts by name', tags })
    .meta({ access: 'read:payments' })
    .output(z.object({ rows: z.array(StoredLayout) })),
  save: endpoint
    .route({
      method: 'POST',
      path: '/payroll-layouts',
      summary: 'Create a payroll layout, or change the one with this ID',
      tags,
    })
    .meta({ access: 'make:payments' })
    .input(PayrollLayout.extend({ id: z.uuid().optional() }))
    .output(StoredLayout),
  remove: endpoint
    .route({ method: 'POST', path: '/payroll-layouts/{id}/remove', summary: 'Delete a payroll layout', tags })
    .meta({ access: 'make:payments' })
    .input(ById)
    .output(z.object({ removed: z.literal(true) })),
};
