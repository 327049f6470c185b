import type { Judge } from '../../schema/judge.ts';

/** Writes a price as one reads it: `$1.25 in, $10 out`. */
export function priceOf({ input, output, currency }: NonNullable<Judge['price']>): string {
  const money = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: 4,
  });
  return `${money.format(input)} in, ${money.format(output)} out`;
}
