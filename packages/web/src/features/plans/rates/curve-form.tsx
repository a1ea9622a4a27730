import type { Curve } from '@attain/domain/plans/terms';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { messages } from './messages.ts';
import { RowsGrid } from './rows-grid.tsx';

export type CurveFormProps = {
  /** Title and column heads: "Pay curve". */
  title: string;
  heads: readonly [string, string];
  curve: Curve;
  /** Path in the component: `rate.curve`. */
  place: string;
  onChange: (curve: Curve) => void;
  readOnly: boolean;
};

const pointNames = ['atPercent', 'valuePercent'];

/** Points of a curve, and its shape between and beyond them. */
export function CurveForm({ title, heads, curve, place, onChange, readOnly }: CurveFormProps) {
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">{title}</legend>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl
          size="sm"
          label={messages.curve.between}
          value={curve.shape}
          onValueChange={(shape) => onChange({ ...curve, shape })}
          segments={[
            { value: 'linear', label: messages.curve.linear },
            { value: 'stepped', label: messages.curve.stepped },
          ]}
        />
        <SegmentedControl
          size="sm"
          label={messages.curve.beyond}
          value={curve.beyond}
          onValueChange={(beyond) => onChange({ ...curve, beyond })}
          segments={[
            { value: 'hold', label: messages.curve.hold },
            { value: 'continue', label: messages.curve.continue },
          ]}
        />
      </div>
      <RowsGrid
        noun={messages.curve.noun}
        place={{ list: `${place}.points`, names: pointNames }}
        heads={heads}
        rows={pointRows(curve.points)}
        onRows={(rows) => onChange({ ...curve, points: pointsOf(rows) })}
        fresh={() => ['', '']}
        readOnly={readOnly}
      />
    </fieldset>
  );
}

/** Typed columns of points; `pointsOf` is the inverse. */
export function pointRows(points: Curve['points']): string[][] {
  return points.map((point) => [point.atPercent, point.valuePercent]);
}

/** Points from their two columns. */
export function pointsOf(rows: readonly (readonly string[])[]): Curve['points'] {
  return rows.map(([atPercent = '', valuePercent = '']) => ({ atPercent, valuePercent }));
}

/** A new curve: 0% at half of quota, 100% at quota, 200% at one and a half. */
export const startingCurve: Curve = {
  shape: 'linear',
  beyond: 'hold',
  points: [
    { atPercent: '50', valuePercent: '0' },
    { atPercent: '100', valuePercent: '100' },
    { atPercent: '150', valuePercent: '200' },
  ],
};
