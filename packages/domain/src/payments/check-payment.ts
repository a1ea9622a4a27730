import { dayProblem, parseDay } from '../base/day.ts';
import { type Decimal, decimal, decimalProblem, HUNDRED, isDecimal, ZERO } from '../base/decimal.ts';
import { isCurrency, minorDigits } from '../base/money.ts';
import { checkPeriod } from '../base/period.ts';
import type { Problem } from '../base/result.ts';
import { overlap } from './draws.ts';
import type { Adjustment, Draw, Hold, PaymentInput, PaymentLimits, Release } from './payment.ts';
import { checkReceipts } from './receipts.ts';

/** Every problem of what a payment is made from (PAYM-16); empty: it can be made. */
export function checkPaymentInput(input: PaymentInput): readonly Problem[] {
  const { currency, opening } = input;
  const any = (text: string, path: string) => amountFault(text, path, { currency });
  const notNegative = (text: string, path: string) => amountFault(text, path, { currency, min: ZERO });
  return [
    ...checkPeriod(input.period),
    ...currencyFault(currency, 'currency'),
    ...input.earnings.flatMap((one, i) => [
      ...any(one.amount, `earnings[${i}].amount`),
      ...one.deals.flatMap((deal) => any(deal.earned, `earnings[${i}].deals[${deal.dealId}].earned`)),
    ]),
    ...duplicates(
      input.earnings.map((one) => `${one.planId} ${one.days ?? one.periodKey} ${one.componentId}`),
      'earnings',
    ),
    ...input.adjustments.flatMap((one) => checkAdjustment(one, currency, `adjustments[${one.id}].`)),
    ...duplicates(
      input.adjustments.map(({ id }) => id),
      'adjustments',
    ),
    ...input.holds.flatMap((hold) => checkHold(hold, `holds[${hold.id}].`)),
    ...input.releases.flatMap((one) => checkRelease(one, `releases[${one.id}].`)),
    ...input.draws.flatMap((draw) => checkDraw(draw, currency, `draws[${draw.id}].`)),
    ...input.clawbacks.flatMap((one) => notNegative(one.amount, `clawbacks[${one.id}].amount`)),
    ...input.priorPeriods.flatMap((one, i) => any(one.delta, `priorPeriods[${i}].delta`)),
    ...(input.limits === null ? [] : checkLimits(input.limits, currency, 'limits.')),
    ...notNegative(opening.carried, 'opening.carried'),
    ...opening.held.flatMap((one) => notNegative(one.amount, `opening.held[${one.holdId}]`)),
    ...opening.draws.flatMap((one) => checkStanding(one, currency)),
    ...checkReceipts(input),
    ...payFaults(input),
  ];
}

/** Every problem of an adjustment's amount: its currency, its decimals, or that it is zero. */
export function checkAdjustment(
  { amount }: Pick<Adjustment, 'amount'>,
  currency: string,
  path = '',
): readonly Problem[] {
  if (!isCurrency(currency)) return currencyFault(currency, `${path}currency`);
  const faults = amountFault(amount, `${path}amount`, { currency });
  if (faults.length > 0 || !decimal(amount).eq(ZERO)) return faults;
  return [fault(`${path}amount`, 'An adjustment of zero changes nothing. Enter an amount.')];
}

/** Every problem of a hold: a percent that is none, or nothing said about what it holds. */
export function checkHold(hold: Hold, path = ''): readonly Problem[] {
  const { participantId, planId, componentId, dealId, periodKey, releaseEvent, releaseOn = null } = hold;
  const problems = [...percentFault(hold.percent, `${path}percent`)];
  if ([participantId, planId, componentId, dealId, periodKey].every((one) => one === null))
    problems.push(fault(path, 'The hold has no scope. Choose a payee, plan, component, deal or period.'));
  if (componentId !== null && planId === null)
    problems.push(fault(`${path}planId`, 'Choose the plan of the component.'));
  if (releaseEvent === 'day' && releaseOn === null)
    problems.push(fault(`${path}releaseOn`, 'Enter the day on which the hold ends.'));
  if (releaseEvent !== 'day' && releaseOn !== null)
    problems.push(
      fault(
        `${path}releaseOn`,
        'Only a hold until a day has a release date. Remove the date, or hold until that day.',
      ),
    );
  if (releaseOn !== null && parseDay(releaseOn) === null)
    problems.push({ ...dayProblem(releaseOn, `${path}releaseOn`), rule: 'PAYM-16' });
  return problems;
}

/** Every problem of a release: a percent that is none. */
export function checkRelease(release: Release, path = ''): readonly Problem[] {
  return percentFault(release.percent, `${path}percent`);
}

/** Every problem of a draw: days, amounts, and a recovery only where there is something to recover. */
export function checkDraw(draw: Draw, currency: string, path = ''): readonly Problem[] {
  const problems = [...amountFault(draw.amount, `${path}amount`, { currency, above: ZERO })];
  const { recovery } = draw;
  const days = { from: draw.from, to: draw.to, 'recovery.from': recovery?.from, 'recovery.to': recovery?.to };
  for (const [name, day] of Object.entries(days))
    if (day !== null && day !== undefined && parseDay(day) === null)
      problems.push({ ...dayProblem(day, `${path}${name}`), rule: 'PAYM-16' });
  if (draw.to !== null && draw.to < draw.from)
    problems.push(fault(`${path}to`, `The draw ends on ${draw.to}, before it starts on ${draw.from}.`));
  if (draw.componentIds?.length === 0)
    problems.push(
      fault(
        `${path}componentIds`,
        'Choose the components whose earnings count, or leave them blank for all.',
      ),
    );
  if (recovery === null) return problems;
  if (draw.kind === 'non-recoverable')
    problems.push(fault(`${path}recovery`, 'A non-recoverable draw is never repaid. Remove the recovery.'));
  if (recovery.from !== null && recovery.to !== null && recovery.to < recovery.from)
    problems.push(fault(`${path}recovery.to`, `The recovery ends on ${recovery.to}, before it starts.`));
  if (recovery.earningsPercent !== null)
    problems.push(...percentFault(recovery.earningsPercent, `${path}recovery.earningsPercent`));
  if (recovery.atMost !== null)
    problems.push(...amountFault(recovery.atMost, `${path}recovery.atMost`, { currency, above: ZERO }));
  return problems;
}

/** The problem with two draws of one payee that run on the same day for the same component; null: there is none. */
export function drawsClash(a: Draw, b: Draw): Problem | null {
  if ((a.to !== null && a.to < b.from) || (b.to !== null && b.to < a.from)) return null;
  if (!overlap(a.componentIds, b.componentIds)) return null;
  const message = `Another draw covers the same earnings from ${b.from} ${b.to === null ? 'on' : `to ${b.to}`}. End it first, or choose other dates.`;
  return fault('from', message);
}

/** Every problem of the least and the most that is paid for a period. */
export function checkLimits(limits: PaymentLimits, currency: string, path = ''): readonly Problem[] {
  const { minimum, maximum } = limits;
  const problems = (['minimum', 'maximum'] as const).flatMap((name) =>
    limits[name] === null ? [] : amountFault(limits[name], `${path}${name}`, { currency, min: ZERO }),
  );
  if (problems.length > 0 || minimum === null || maximum === null) return problems;
  if (decimal(maximum).gte(decimal(minimum))) return [];
  return [fault(`${path}maximum`, `The maximum ${maximum} is below the minimum ${minimum}.`)];
}

function checkStanding(
  one: { readonly drawId: string; readonly advanced: string; readonly recovered: string },
  currency: string,
): readonly Problem[] {
  const path = `opening.draws[${one.drawId}]`;
  const problems = [one.advanced, one.recovered].flatMap((text) =>
    amountFault(text, path, { currency, min: ZERO }),
  );
  if (problems.length > 0 || decimal(one.advanced).gte(decimal(one.recovered))) return problems;
  return [fault(path, `The recovered amount (${one.recovered}) exceeds the advance (${one.advanced}).`)];
}

function payFaults({ pay, currency }: PaymentInput): readonly Problem[] {
  const problems = [...currencyFault(pay.currency, 'pay.currency')];
  if (pay.exchange === null && pay.currency !== currency) {
    const message = `There is no exchange rate from ${currency} to ${pay.currency}. Import one for the period's last day or earlier.`;
    problems.push({ rule: 'PAYM-15', path: 'pay.exchange', message });
  }
  if (pay.exchange === null) return problems;
  const { rate } = pay.exchange;
  if (!isDecimal(rate) || !decimal(rate).gt(ZERO))
    problems.push({
      rule: 'PAYM-15',
      path: 'pay.exchange.rate',
      message: `A rate of ${rate} is not above zero.`,
    });
  if (pay.currency === currency)
    problems.push({
      rule: 'PAYM-15',
      path: 'pay.exchange',
      message: `${currency} needs no conversion. Remove the exchange rate.`,
    });
  return problems;
}

/** Text, digits and size of a money amount. */
function amountFault(
  text: string,
  path: string,
  terms: { currency: string; min?: Decimal; above?: Decimal },
): readonly Problem[] {
  if (!isDecimal(text)) return [{ ...decimalProblem(text, path), rule: 'PAYM-16' }];
  const amount = decimal(text);
  const digits = minorDigits(terms.currency);
  if (!amount.round(digits, 0).eq(amount))
    return [fault(path, `${text} has more decimals than ${terms.currency} allows. Use at most ${digits}.`)];
  if (terms.min !== undefined && amount.lt(terms.min)) return [fault(path, `${text} is negative.`)];
  if (terms.above !== undefined && !amount.gt(terms.above))
    return [fault(path, `${text} is not above zero.`)];
  return [];
}

function percentFault(text: string, path: string): readonly Problem[] {
  if (!isDecimal(text)) return [{ ...decimalProblem(text, path), rule: 'PAYM-16' }];
  if (decimal(text).gt(ZERO) && decimal(text).lte(HUNDRED)) return [];
  return [fault(path, `${text} percent is not above 0 and at most 100.`)];
}

function currencyFault(code: string, path: string): readonly Problem[] {
  return isCurrency(code) ? [] : [fault(path, `"${code}" is not a currency. Use a code such as USD.`)];
}

function duplicates(keys: readonly string[], path: string): readonly Problem[] {
  const again = keys.filter((key, i) => keys.indexOf(key) !== i);
  return [...new Set(again)].map((key) => fault(path, `${key} appears twice and would be paid twice.`));
}

function fault(path: string, message: string): Problem {
  return { rule: 'PAYM-16', path, message };
}
