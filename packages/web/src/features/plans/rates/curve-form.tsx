import type { Curve } from '@attain/domain/plans/terms';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { RowsGrid } from './rows-grid.tsx';

export type CurveFormProps = {
  /** What the curve is read at and what it gives: "Pay curve", with heads for both columns. */
  title: string;
  heads: readonly [string, string];
  curve: Curve;
  /** Where it stands in the component: `rate.curve`. */
  place: string;
  onChange: (curve: Curve) => void;
  readOnly: boolean;
};

const pointNames = ['atPercent', 'valuePercent'];

/** The points of a curve, and what holds between and beyond them. */
export function CurveForm({ title, heads, curve, place, onChange, readOnly }: CurveFormProps) {
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">{title}</legend>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl
          size="sm"
          label="Between the points"
          value={curve.shape}
          onValueChange={(shape) => onChange({ ...curve, shape })}
          segments={[
            { value: 'linear', label: 'A straight line' },
            { value: 'stepped', label: 'Steps' },
          ]}
        />
        <SegmentedControl
          size="sm"
          label="Beyond the last point"
          value={curve.beyond}
          onValueChange={(beyond) => onChange({ ...curve, beyond })}
          segments={[
            { value: 'hold', label: 'Hold' },
            { value: 'continue', label: 'Go on' },
          ]}
        />
      </div>
      <RowsGrid
        noun="point"
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

/** What of points is typed; `pointsOf` makes the same points of it again. */
export function pointRows(points: Curve['points']): string[][] {
  return points.map((point) => [point.atPercent, point.valuePercent]);
}

/** Points from their two columns. */
export function pointsOf(rows: readonly (readonly string[])[]): Curve['points'] {
  return rows.map(([atPercent = '', valuePercent = '']) => ({ atPercent, valuePercent }));
}

/** A curve as it starts: nothing below half, all at quota, double at one and a half. */
export const startingCurve: Curve = {
  shape: 'linear',
  beyond: 'hold',
  points: [
    { atPercent: '50', valuePercent: '0' },
    { atPercent: '100', valuePercent: '100' },
    { atPercent: '150', valuePercent: '200' },
  ],
};
