import { counted } from '../../base/figures.ts';
import { median } from '../analysers/statistics.ts';
import { isLoser } from '../figures/change-costs.ts';
import type { CheckedChange, OverlaidPayee, Overlay } from './overlay-terms.ts';

/** Fewer payees are no group: nothing is said about them. */
const MIN_GROUP = 5;
const MIN_RATIO = 0.8;

/** Whether a change spares every territory, target level and tenure alike (SGR-11). Protected traits are not stored. */
export const evenHanded: Overlay = {
  id: 'even-handedness',
  name: 'Even-handedness',
  version: '1',
  check: (of) => {
    const found = traitsOf(of).flatMap(({ name, groupOf }) => comparison(of, name, groupOf));
    const worst = found.toSorted((a, b) => a.ratio - b.ratio)[0];
    if (worst === undefined) {
      const description = `No two groups of ${MIN_GROUP} payees can be compared by territory, target pay or tenure.`;
      return { status: 'Warning', description };
    }
    if (worst.ratio < MIN_RATIO) return { status: 'Warning', description: worst.sentence };
    const by = found.map(({ name }) => name).join(', ');
    return {
      status: 'OK',
      description: `Payees are spared alike by ${by}: every ratio reaches ${MIN_RATIO}.`,
    };
  },
};

interface Trait {
  readonly name: string;
  groupOf(payee: OverlaidPayee): string | null;
}

function traitsOf({ payees, until }: CheckedChange): readonly Trait[] {
  const targets = [...payees.values()].flatMap(({ target }) => (target === null ? [] : [target]));
  const middle = median(targets);
  return [
    { name: 'territory', groupOf: ({ territory }) => territory },
    {
      name: 'target pay',
      groupOf: ({ target }) =>
        target === null ? null : target > middle ? 'above the median' : 'up to the median',
    },
    { name: 'tenure', groupOf: ({ hiredOn }) => (hiredOn === null ? null : tenureOf(hiredOn, until)) },
  ];
}

function tenureOf(hiredOn: string, until: string): string {
  const years = Number(until.slice(0, 4)) - Number(hiredOn.slice(0, 4));
  const whole = until.slice(5) < hiredOn.slice(5) ? years - 1 : years;
  return whole < 2 ? 'below 2 years' : whole < 5 ? '2 to 4 years' : '5 years or longer';
}

interface Group {
  payees: number;
  spared: number;
}

function comparison(of: CheckedChange, name: string, groupOf: Trait['groupOf']) {
  const groups = new Map<string, Group>();
  for (const change of of.changes) {
    const payee = of.payees.get(change.participantId);
    const key = payee === undefined ? null : groupOf(payee);
    if (key === null) continue;
    const group = groups.get(key) ?? { payees: 0, spared: 0 };
    groups.set(key, group);
    group.payees += 1;
    if (!isLoser(change)) group.spared += 1;
  }
  const shares = [...groups]
    .filter(([, { payees }]) => payees >= MIN_GROUP)
    .map(([key, { payees, spared }]) => ({ key, payees, share: spared / payees }))
    .toSorted((a, b) => a.share - b.share || (a.key < b.key ? -1 : 1));
  const [lowest, highest] = [shares[0], shares.at(-1)];
  if (shares.length < 2 || lowest === undefined || highest === undefined) return [];
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const sentence =
    `By ${name}, ${percent(lowest.share)} of ${counted(lowest.payees, 'payee')} in “${lowest.key}” keep their pay, ` +
    `against ${percent(highest.share)} of ${counted(highest.payees, 'payee')} in “${highest.key}”.`;
  return [{ name, ratio: highest.share === 0 ? 1 : lowest.share / highest.share, sentence }];
}
