const SAFE = 2 ** 52;
const ZERO_CODE = 48;

/**
 * An exact sum of decimal texts, quick enough for millions: short numbers are added as whole numbers of their last
 * decimal, one counter per number of decimals, and moved to BigInt before a counter could lose a digit.
 */
export class RunningSum {
  /** Per number of decimals: what is not yet in `#whole`. Always a whole number below 2^53. */
  readonly #recent: number[] = [];
  readonly #whole: bigint[] = [];
  rows = 0;

  /** Adds a canonical decimal: optional minus, digits, optional point and digits. */
  add(text: string): void {
    this.rows++;
    const negative = text.charCodeAt(0) === 45;
    let digits = 0;
    let value = 0;
    let scale = 0;
    let point = false;
    for (let i = negative ? 1 : 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 46) {
        point = true;
        continue;
      }
      value = value * 10 + (code - ZERO_CODE);
      digits++;
      if (point) scale++;
    }
    if (digits > 15) {
      this.#whole[scale] = (this.#whole[scale] ?? 0n) + BigInt(text.replace('.', ''));
      return;
    }
    const sum = (this.#recent[scale] ?? 0) + (negative ? -value : value);
    if (sum < SAFE && sum > -SAFE) {
      this.#recent[scale] = sum;
      return;
    }
    this.#whole[scale] = (this.#whole[scale] ?? 0n) + BigInt(sum);
    this.#recent[scale] = 0;
  }

  /** The sum as a plain decimal without trailing zeros. */
  text(): string {
    const scales = Math.max(this.#recent.length, this.#whole.length);
    let total = 0n;
    for (let scale = 0; scale < scales; scale++) {
      total = total * 10n + (this.#whole[scale] ?? 0n) + BigInt(this.#recent[scale] ?? 0);
    }
    return plainText(total, Math.max(0, scales - 1));
  }
}

function plainText(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
