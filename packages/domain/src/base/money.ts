import Big from 'big.js';
import { type Decimal, decimal, ONE, sum, ZERO } from './decimal.ts';
import { cutRatio, type Ratio, type RoundingMode, ratio, roundRatio } from './ratio.ts';

// ISO 4217 (list one, 2024): every active code that people are paid in, with its minor units where they are not 2.
const CODES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP ' +
  'CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
  'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN ' +
  'NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP ' +
  'SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG';
const WITHOUT_MINOR = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND';
const WITH_FOUR = 'CLF UYW';

const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...CODES.split(' ').map((code) => [code, 2] as const),
  ...WITHOUT_MINOR.split(' ').map((code) => [code, 0] as const),
  ...WITH_THREE.split(' ').map((code) => [code, 3] as const),
  ...WITH_FOUR.split(' ').map((code) => [code, 4] as const),
]);

/** True for the ISO 4217 codes of currencies that people are paid in, in capitals. */
export function isCurrency(code: string): boolean {
  return MINOR_DIGITS.has(code);
}

/** Decimals of a currency's smallest unit by ISO 4217: 0 for JPY, 3 for KWD, 2 for USD and for codes we do not know. */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS.get(currency) ?? 2;
}

/** The amount rounded to the currency's smallest unit by the plan's mode; HALF_UP rounds ties away from zero. */
export function roundMoney(amount: Decimal | Ratio, currency: string, mode: RoundingMode): Decimal {
  return roundRatio('under' in amount ? amount : ratio(amount), minorDigits(currency), mode);
}

/** The amount as transported and stored: a plain decimal with exactly the currency's minor digits, `1250.00`. */
export function moneyText(amount: Decimal, currency: string): string {
  return amount.toFixed(minorDigits(currency));
}

/** Whole minor units of a currency as the amount they are, `125000` → `1250.00`: the same text as `moneyText`. */
export function minorText(units: bigint | number, currency: string): string {
  const digits = minorDigits(currency);
  const size = String(units < 0 ? -units : units).padStart(digits + 1, '0');
  const sign = units < 0 ? '-' : '';
  return digits === 0 ? `${sign}${size}` : `${sign}${size.slice(0, -digits)}.${size.slice(-digits)}`;
}

/**
 * Divides a whole in proportion to shares so that the parts sum to the whole to the last unit (BASE-4).
 * Each part is cut to `digits` decimals; what is left goes, unit by unit, to the largest remainders, ties to the earlier
 * part. `whole` must be a multiple of the unit; shares must not be negative and not all be zero.
 * (Largest remainder, Hamilton's method.)
 */
export function allocate(whole: Decimal, shares: readonly Decimal[], digits: number): readonly Decimal[] {
  const all = sum(shares);
  const unit = decimal(`1e-${digits}`);
  const size = whole.abs();
  const cut = shares.map((share) => size.times(share).div(all).round(digits, Big.roundDown));
  // The rest of each part, times `all`, is exact; dividing would not be.
  const rests = shares.map((share, i) => size.times(share).minus((cut[i] ?? ZERO).times(all)));
  const order = shares.map((_, i) => i).sort((a, b) => (rests[b] ?? ZERO).cmp(rests[a] ?? ZERO) || a - b);
  let left = Number(size.minus(sum(cut)).div(unit).toFixed(0));
  const parts = [...cut];
  for (const i of order) {
    if (left === 0) break;
    parts[i] = (parts[i] ?? ZERO).plus(unit);
    left -= 1;
  }
  return whole.lt(ZERO) ? parts.map((part) => part.times(ONE.neg())) : parts;
}

/**
 * Rounds quotients `parts` ÷ `under` to `digits` decimals so that they sum to their rounded sum (BASE-10): each is cut, and what is
 * left goes, unit by unit, to the largest remainders, ties to the earlier part. Each ends less than a unit from its exact value.
 * Where the sum is negative, the mirror of the same positive one.
 */
export function roundTogether(
  parts: readonly Decimal[],
  under: Decimal,
  { digits, mode }: { readonly digits: number; readonly mode: RoundingMode },
): readonly Decimal[] {
  const all = sum(parts);
  if (all.lt(ZERO)) {
    const mirrored = parts.map((part) => part.neg());
    return roundTogether(mirrored, under, { digits, mode }).map((part) => part.neg());
  }
  const unit = decimal(`1e-${digits}`);
  const cut = parts.map((part) => floorOf(part, under, digits));
  const rests = parts.map((part, i) => part.minus(cut[i]!.times(under)));
  const order = parts.map((_, i) => i).sort((a, b) => rests[b]!.cmp(rests[a]!) || a - b);
  let left = roundRatio(ratio(all, under), digits, mode).minus(sum(cut));
  const rounded = [...cut];
  for (const i of order) {
    if (left.lte(ZERO)) break;
    rounded[i] = rounded[i]!.plus(unit);
    left = left.minus(unit);
  }
  return rounded;
}

/** The largest multiple of the unit that is not above the quotient. */
function floorOf(part: Decimal, under: Decimal, digits: number): Decimal {
  const cut = cutRatio(ratio(part, under), digits);
  return part.lt(ZERO) && !cut.times(under).eq(part) ? cut.minus(decimal(`1e-${digits}`)) : cut;
}
