/** Words for costs of several currencies. */
export const messages = {
  converted: (of: {
    cost: string;
    converted: string;
    rate: string;
    day: string;
    source: string;
    rates: number;
  }) =>
    of.rates === 1
      ? `${of.cost} is ${of.converted} at ${of.rate}, the rate of ${of.day} (${of.source}).`
      : `${of.cost} is ${of.converted} at ${of.rates} rates by day. The latest is ${of.rate} of ${of.day} (${of.source}).`,
  apart: (cost: string) => `${cost} is in no total.`,
};
