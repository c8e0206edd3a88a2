import { useFormatter } from "next-intl";

/** Small amounts to the hundredth of a cent: a run over fifty cases costs about a cent. */
export function useMoney(): (amount: number, currency: string) => string {
  const format = useFormatter();
  return (amount, currency) =>
    format.number(amount, {
      style: "currency",
      currency,
      currencyDisplay: "code",
      minimumFractionDigits: 2,
      maximumFractionDigits: amount < 1 ? 4 : 2,
    });
}
