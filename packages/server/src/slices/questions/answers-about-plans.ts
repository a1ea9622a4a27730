import { componentWords, measureWords } from '@attain/domain/plans/component-words';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { activeComponents } from '@attain/domain/plans/plan-checks';
import type { Question } from '@attain/domain/questions/grammar';
import type { Answer } from './answer.ts';
import { messages } from './answer-words.ts';
import type { Sources } from './sources.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;
/** Facts of an answer; a list of components is no answer. */
const maxFacts = 50;

interface Found {
  readonly planId: string;
  readonly version: number;
  readonly plan: Plan;
  readonly component: Component;
}

/** Active plans, or those with components that pay on something (ASK-21). */
export async function answerPlans({ about }: Of<'plans'>, from: Sources): Promise<Answer> {
  const all = await found(from);
  const some = about === undefined ? all.rows : all.rows.filter(({ component }) => paysOn(component, about));
  // a plan without active components is active too
  const plans = about === undefined ? all.plans : new Set(some.map(({ planId }) => planId)).size;
  const names = about === undefined ? [] : [about];
  if (plans === 0)
    return {
      message: about === undefined ? messages.plans.none : messages.plans.noneOn(about),
      facts: [],
      names,
    };
  const message = about === undefined ? messages.plans.active(plans) : messages.plans.on(plans, about);
  return answer(`${message}${cutNote(some.length, all.cut)}`, some, names);
}

/** What the components of this name pay, in each active plan (ASK-21). */
export async function answerComponent({ about }: Of<'component'>, from: Sources): Promise<Answer> {
  const { rows, cut } = await found(from);
  const wanted = about.trim().toLowerCase();
  const exact = rows.filter(({ component: { id, name } }) =>
    [id, name.toLowerCase()].some((one) => one === wanted),
  );
  const some =
    exact.length > 0 ? exact : rows.filter(({ component }) => component.name.toLowerCase().includes(wanted));
  const [only, ...more] = some;
  if (only === undefined) return { message: messages.plans.noComponent(about), facts: [], names: [about] };
  const message =
    more.length === 0
      ? messages.plans.component(only.component.name, only.plan.name, wordsOf(only))
      : messages.plans.components(some.length, about);
  const { name } = only.component;
  const names = more.length === 0 ? [name, only.plan.name, wordsOf(only)] : [about];
  return answer(`${message}${cutNote(some.length, cut)}`, some, names);
}

async function found(from: Sources): Promise<{ plans: number; rows: readonly Found[]; cut: boolean }> {
  const { rows, cut } = await from.plans();
  return {
    plans: rows.length,
    rows: rows.flatMap(({ id, version, document }) =>
      activeComponents(document).map((component) => ({ planId: id, version, plan: document, component })),
    ),
    cut,
  };
}

function answer(message: string, some: readonly Found[], names: readonly string[]): Answer {
  return {
    message,
    facts: some.slice(0, maxFacts).map((one) => ({
      id: `${one.planId}/${one.component.id}`,
      label: `${one.plan.name}, ${one.component.name}`,
      value: null,
      unit: null,
      note: wordsOf(one),
      source: messages.source.plan(one.plan.name, one.version),
      link: { to: 'plan', planId: one.planId },
    })),
    names,
  };
}

const wordsOf = ({ plan, component }: Found) => componentWords(component, plan.components);

const cutNote = (count: number, cut: boolean): string =>
  cut ? messages.plans.cut : count > maxFacts ? messages.onlyFirst(maxFacts) : '';

/** Words for what is measured, besides names and the values of filters. */
const spoken: Readonly<Record<string, string>> = {
  'credited money': 'money bookings revenue sales amount amounts',
  'the number of deals': 'deals wins number count',
  scores: 'score scores',
  'counted results': 'count counts results',
};

/** Whether a component counts what was asked for: by its name, its measure or a value of its filter. */
function paysOn({ name, measure, filter }: Component, about: string): boolean {
  const words = measureWords(measure);
  const values = filter.flatMap((one) => ('in' in one ? one.in : []));
  const text = [name, words, spoken[words] ?? '', ...values].join(' ').toLowerCase();
  return about
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '' && !['the', 'and', 'of', 'a'].includes(word))
    .every((word) => text.includes(word.replace(/s$/, '')));
}
